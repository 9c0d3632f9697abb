import StateMachines

/// A machine whose names and payloads mean something to HTML, to JavaScript, to Swift and to
/// whoever reads them. `</script><b>`
enum Hostile: FiniteStateDefinition {
    /// The state has names that could end a script. `</script>{{name}}<img src=x onerror=alert(1)>`
    case `</script><script>alert("case")</script>|{{name}}`

    /// The state is told apart by its payload.
    case saying(String)

    enum Event: Hashable {
        /// The event has a name that could be markup. `<b>`
        case `<img src=x onerror=alert(1)>|"it"`

        case say(String)
    }

    enum Activity: Hashable {
        /// The activity has a comment with markup. `<script>`
        case echoing(String)
    }

    enum Output: Hashable {
        case said(String)
    }

    static let texts = [
        "</script><script>alert(1)</script>", "<!--<script>", "{{script}}", "a|\"b\"\\`${c}`",
        "line\r\nend\u{2028}\u{2029}\u{85}",
        "left \u{202E}right\u{2066}\u{200B}", "&lt;&amp;&#60;", "é e\u{301} 👩‍👩‍👧\u{0}\u{1B}",
    ]

    static var initialStates: [Hostile] { [.`</script><script>alert("case")</script>|{{name}}`] + [.saying(texts[0])] }

    var sampleEvents: [Event] { [.`<img src=x onerror=alert(1)>|"it"`] + Self.texts.map(Event.say) }

    var activities: [Activity] {
        switch self {
        case .`</script><script>alert("case")</script>|{{name}}`: []
        case .saying(let text): [.echoing(text)]
        }
    }

    mutating func handleEvent(_ event: Event) throws(TransitionError) -> Output {
        switch (self, event) {
        case (.`</script><script>alert("case")</script>|{{name}}`, .say(let text)), (.saying, .say(let text)):
            self = .saying(text)
            return .said(text)
        case (.saying, .`<img src=x onerror=alert(1)>|"it"`):
            self = .`</script><script>alert("case")</script>|{{name}}`
            return .said("")
        case (.`</script><script>alert("case")</script>|{{name}}`, .`<img src=x onerror=alert(1)>|"it"`):
            throw .invalid
        }
    }
}
