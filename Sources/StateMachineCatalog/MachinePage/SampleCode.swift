import Foundation

/// Swift code that chooses sample events and an initial state for a definition that lists none.
///
/// The code calls the cases and the initializers of the types in the user's files. So the compiler
/// finds the types of their payloads, and this type needs only names.
struct SampleCode {
    typealias Symbol = SymbolGraphFile.Symbol

    private let definitions: SwiftDefinitions
    private let machine: Symbol

    /// The types that need sample values.
    private var sampled: [Symbol] = []

    /// The types outside the files that have no sample values.
    private var unknown: [String] = []

    /// The case or initializer with which the machine begins.
    private let beginning: Symbol

    /// Creates the code for a definition.
    ///
    /// - Throws: A ``Problem`` if a payload has a type without sample values.
    init(for machine: Symbol, in definitions: SwiftDefinitions) throws(Problem) {
        self.definitions = definitions
        self.machine = machine
        let initializers = definitions.members(of: machine, "swift.init").sorted { $0.labels.count < $1.labels.count }
        guard
            let beginning = definitions.members(of: machine, "swift.enum.case").first
                ?? initializers.first(where: \.isCallable)
        else {
            throw Problem(
                "\(machine.path) has neither a case nor an initializer with which the machine begins. \(Self.advice(for: machine))"
            )
        }
        self.beginning = beginning
        add(typesIn: beginning)
        if !hasAllEvents, let event { add(event) }
        guard unknown.isEmpty else {
            throw Problem(
                "The page needs events to try, but \(unknown.joined(separator: ", ")) has no sample value. \(advice)"
            )
        }
    }

    /// What the user can write if the code does not fit.
    var advice: String { Self.advice(for: machine) }

    private static func advice(for machine: Symbol) -> String {
        "Add `extension \(machine.path): FiniteStateDefinition` with `initialStates` and `sampleEvents` to the file."
    }

    /// The name of the first state.
    var firstState: String { beginning.kind.identifier == "swift.init" ? beginning.call : beginning.baseName }

    /// The types to whose files ``text(for:)`` adds code.
    var types: [Symbol] { [machine] + unhashable }

    /// Returns the code to add to the file that declares a type.
    ///
    /// In another file, Swift would not synthesize `Hashable`.
    func text(for type: Symbol) -> String {
        // The file of a type need not import the library.
        "import StateMachines\n" + (type.id == machine.id ? text : "extension \(type.path): Hashable {}\n")
    }

    private var text: String {
        let access = machine.accessLevel == "public" ? "public " : ""
        let events =
            hasAllEvents ? "" : "\n    \(access)var sampleEvents: [Event] { Event.samples }"
        return """
            extension \(machine.path): FiniteStateDefinition {
                \(access)static var initialStates: [\(machine.path)] { \(firstValue) }\(events)
            }

            \(sampled.map(conformance).joined(separator: "\n\n"))

            """
    }

    // MARK: Types

    /// The types in the states that are not `Hashable`, which a state must be.
    private var unhashable: [Symbol] {
        var (found, rest) = ([machine], [machine])
        while let type = rest.popLast() {
            let parts = ["swift.enum.case", "swift.property"].flatMap { definitions.members(of: type, $0) }
            for id in parts.flatMap({ $0.declarationFragments ?? [] }).compactMap(\.preciseIdentifier) {
                guard let part = definitions.symbol(id), ["swift.enum", "swift.struct"].contains(part.kind.identifier),
                    !definitions.conforms(part, to: "Swift.Hashable"), !found.contains(where: { $0.id == id })
                else { continue }
                found.append(part)
                rest.append(part)
            }
        }
        return Array(found.dropFirst())
    }

    /// The type of the events, which the machine declares or its method `handleEvent` names.
    private var event: Symbol? {
        let nested = ["swift.enum", "swift.struct", "swift.typealias"].lazy
            .flatMap { [definitions, machine] in definitions.members(of: machine, $0) }
            .first { $0.pathComponents.last == "Event" }
        if let nested { return nested }
        let method = definitions.members(of: machine, "swift.method").first { $0.name == "handleEvent(_:)" }
        return method?.declarationFragments?.lazy.compactMap(\.preciseIdentifier).compactMap(definitions.symbol).first
    }

    /// Whether the type of the events lists them itself.
    private var hasAllEvents: Bool { event.map { definitions.conforms($0, to: "Swift.CaseIterable") } ?? false }

    private mutating func add(typesIn symbol: Symbol) {
        for fragment in symbol.declarationFragments ?? [] {
            guard let id = fragment.preciseIdentifier else { continue }
            if let type = definitions.symbol(id) {
                add(type)
            } else if !Self.known.contains(fragment.spelling), !unknown.contains(fragment.spelling) {
                unknown.append(fragment.spelling)
            }
        }
    }

    private mutating func add(_ type: Symbol) {
        if type.kind.identifier == "swift.typealias" { return add(typesIn: type) }
        guard !sampled.contains(where: { $0.id == type.id }) else { return }
        sampled.append(type)
        guard !definitions.conforms(type, to: "Swift.CaseIterable") else { return }
        let makers = makers(of: type)
        if makers.isEmpty { unknown.append(type.path) }
        for maker in makers { add(typesIn: maker) }
    }

    /// Returns what creates the values of a type: the cases of an enum, or one initializer.
    private func makers(of type: Symbol) -> [Symbol] {
        let cases = definitions.members(of: type, "swift.enum.case")
        // The values of a case that contains its own type would have no end.
        if !cases.isEmpty { return cases.filter { !contains($0, type) } }
        guard type.kind.identifier == "swift.struct" else { return [] }
        let initializers = definitions.members(of: type, "swift.init").filter { $0.isCallable && !contains($0, type) }
        return initializers.max { $0.labels.count < $1.labels.count }.map { [$0] } ?? []
    }

    /// Returns whether the payload of a case or initializer can contain a value of a type.
    private func contains(_ maker: Symbol, _ type: Symbol) -> Bool {
        var (found, rest): (Set<String>, [Symbol]) = ([], [maker])
        while let symbol = rest.popLast() {
            for id in symbol.declarationFragments?.compactMap(\.preciseIdentifier) ?? [] {
                if id == type.id { return true }
                guard found.insert(id).inserted, let part = definitions.symbol(id) else { continue }
                if part.kind.identifier == "swift.typealias" { rest.append(part) }
                rest += ["swift.enum.case", "swift.init"].flatMap { definitions.members(of: part, $0) }
            }
        }
        return false
    }

    // MARK: Code

    private func conformance(_ type: Symbol) -> String {
        let values =
            definitions.conforms(type, to: "Swift.CaseIterable")
            ? "Array(allCases)" : makers(of: type).map(expression).joined(separator: " + ")
        return "extension \(type.path): SampleValue {\n    static var samples: [\(type.path)] { \(values) }\n}"
    }

    /// Returns an expression for the values that a case or an initializer makes from sample values.
    private func expression(_ maker: Symbol) -> String {
        maker.labels.isEmpty ? "[\(maker.owner).\(maker.call)]" : "sampleValues(from: \(maker.owner).\(maker.call))"
    }

    private var firstValue: String {
        beginning.labels.isEmpty ? expression(beginning) : "Array(\(expression(beginning)).prefix(1))"
    }

    /// The types of the toolchain with sample values.
    private static let known: Set<String> = [
        "Array", "Bool", "Character", "Data", "Date", "Dictionary", "Double", "Duration", "Float", "Int", "Int16",
        "Int32", "Int64", "Int8", "Optional", "Set", "String", "UInt", "UInt16", "UInt32", "UInt64", "UInt8", "URL",
        "UUID",
    ]

    /// A file with the sample values of the toolchain's types.
    ///
    /// The values of a payload with several parts vary side by side, so that the number of events
    /// stays small.
    static let values = """
        import Foundation

        protocol SampleValue {
            static var samples: [Self] { get }
        }
        extension SampleValue {
            static func sample(_ index: Int) -> Self { samples[min(index, samples.count - 1)] }
        }

        func sampleValues<each Part: SampleValue, Whole>(from make: (repeat each Part) -> Whole) -> [Whole] {
            var count = 1
            for part in repeat (each Part).samples.count { count = part == 0 ? 0 : max(count, part) }
            return (0..<count).map { make(repeat (each Part).sample($0)) }
        }

        \(["Int", "Int8", "Int16", "Int32", "Int64", "UInt", "UInt8", "UInt16", "UInt32", "UInt64", "Double", "Float"].map {
            "extension \($0): SampleValue { static var samples: [\($0)] { [1] } }"
        }.joined(separator: "\n"))
        extension Bool: SampleValue { static var samples: [Bool] { [true, false] } }
        extension String: SampleValue { static var samples: [String] { ["a"] } }
        extension Character: SampleValue { static var samples: [Character] { ["a"] } }
        extension Duration: SampleValue { static var samples: [Duration] { [.seconds(1)] } }
        extension Optional: SampleValue where Wrapped: SampleValue {
            static var samples: [Wrapped?] { Wrapped.samples + [nil] }
        }
        extension Array: SampleValue where Element: SampleValue {
            static var samples: [[Element]] { [Array(Element.samples.prefix(1)), []] }
        }
        extension Set: SampleValue where Element: SampleValue {
            static var samples: [Set<Element>] { [Set(Element.samples.prefix(1)), []] }
        }
        extension Dictionary: SampleValue where Key: SampleValue, Value: SampleValue {
            static var samples: [[Key: Value]] { sampleValues(from: { (key: Key, value: Value) in [key: value] }).prefix(1) + [[:]] }
        }
        extension Data: SampleValue { static var samples: [Data] { [Data("a".utf8)] } }
        extension Date: SampleValue { static var samples: [Date] { [Date(timeIntervalSince1970: 0)] } }
        extension URL: SampleValue { static var samples: [URL] { [URL(filePath: "/a")] } }
        extension UUID: SampleValue { static var samples: [UUID] { [UUID(uuid: (0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0))] } }

        """
}

extension SymbolGraphFile.Symbol {
    /// The type that declares the symbol.
    fileprivate var owner: String { pathComponents.dropLast().joined(separator: ".") }

    /// The name with the labels of the payload, such as `open(locked:)`.
    fileprivate var name: String { pathComponents.last ?? "" }

    /// The name without labels.
    fileprivate var baseName: String { String(name.prefix { $0 != "(" }) }

    /// The labels of the payload or of the parameters.
    fileprivate var labels: [Substring] {
        name.firstMatch(of: /\(([^()]*:)\)$/)?.output.1.split(separator: ":") ?? []
    }

    /// The name as it is written in code.
    fileprivate var call: String {
        if kind.identifier == "swift.init" { return labels.isEmpty ? "init()" : name }
        return (baseName.hasPrefix("`") ? baseName : "`\(baseName)`")
            + (labels.isEmpty ? "" : "(\(labels.map { "\($0):" }.joined()))")
    }

    /// Whether an initializer returns a value and does not throw.
    fileprivate var isCallable: Bool {
        let words = (declarationFragments ?? []).map { $0.spelling.trimmingCharacters(in: .whitespaces) }
        return !words.contains("throws") && !words.contains("async") && !words.contains { $0.hasPrefix("?(") }
    }
}
