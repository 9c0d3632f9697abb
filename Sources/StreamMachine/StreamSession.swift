public import StateMachines

/// The screen of a camera stream: the stream, the layout, and picture in picture.
///
/// Each of these three regions is a machine in its own right. The session adds the rule that
/// connects two of them: picture in picture is active only while the stream is live. A session that
/// breaks this rule cannot be created.
///
/// | | not live | live | live, in the small window |
/// | --- | --- | --- | --- |
/// | stream(event) | as in ``StreamState`` | as in ``StreamState`` | inactive once not live |
/// | rotate(to:) | that layout | that layout | that layout |
/// | startPictureInPicture | – | active | – |
/// | stopPictureInPicture | – | – | inactive |
/// | didEnterBackground | = | active | = |
/// | willEnterForeground | = | = | = |
///
/// In this table, “–” means rejected, and “=” means handled without a change. When the user rotates
/// the device, leaves the app or returns to it, that's a fact and not a request, so every state
/// handles it.
public struct StreamSession: ActivityVisiting, Hashable {
    /// The stream's state.
    public private(set) var stream = StreamState.idle

    /// The screen's layout.
    public private(set) var layout = Layout.portrait

    /// Whether the picture floats above other apps.
    public private(set) var pictureInPicture = PictureInPicture.inactive

    /// Creates a session with a stream that has not started.
    ///
    /// - Parameter layout: The layout that fits the device's orientation.
    public init(layout: Layout = .portrait) {
        self.layout = layout
    }

    /// A user's action, or a report from the player, the device or the system.
    public enum Event: Hashable, Sendable {
        /// An event for the region `stream`.
        case stream(StreamState.Event)

        /// The user has turned the device. The payload is the layout that fits the new orientation.
        case rotate(to: Layout)

        /// The user asks for picture in picture, so the small window opens.
        case startPictureInPicture

        /// The user closes the small window.
        case stopPictureInPicture

        /// The user leaves the app. If the stream is live, its picture moves to the small window.
        case didEnterBackground

        /// The user returns to the app. An open small window stays open.
        case willEnterForeground
    }

    /// The reason why an event is rejected.
    public enum Refusal: Error, Hashable, Sendable {
        /// No region handles the event.
        case invalid

        /// The stream is not live, so there is no picture for the small window.
        case notLive

        init(_ error: TransitionError) { self = .invalid }
    }

    /// Work that runs in one of the regions.
    public enum Activity: Hashable, Sendable {
        /// An activity of the stream.
        case stream(StreamState.Activity)

        /// An activity of picture in picture.
        case pictureInPicture(PictureInPicture.Activity)
    }

    /// Sends the event to the regions that it concerns.
    ///
    /// - Throws: The reason if none of these regions handles the event.
    public mutating func handleEvent(_ event: Event) throws(Refusal) {
        switch event {
        case .stream(let event):
            try Regions.offer(rejectedAs: { _ in Refusal.invalid }) { offer in
                offer(event, to: &stream)
                // Picture in picture needs a live stream, so it stops when the stream is not live.
                // If it is already inactive, it rejects the event, and only the stream decides the
                // outcome.
                if !stream.isLive { offer(.stop, to: &pictureInPicture) }
            }

        case .rotate(let layout): try self.layout.handleEvent(.rotate(to: layout), rejectedAs: Refusal.init)

        case .startPictureInPicture:
            guard stream.isLive else { throw .notLive }
            try pictureInPicture.handleEvent(.start, rejectedAs: Refusal.init)
        case .stopPictureInPicture: try pictureInPicture.handleEvent(.stop, rejectedAs: Refusal.init)

        case .didEnterBackground:
            switch pictureInPicture {
            case .inactive where stream.isLive: try pictureInPicture.handleEvent(.start, rejectedAs: Refusal.init)
            case .inactive, .active: break
            }
        case .willEnterForeground: break
        }
    }

    /// Visits the stream's activities and then picture in picture's.
    ///
    /// Because of this order, picture in picture ends before the stream. The layout has no
    /// activities.
    public func visitActivities(_ visit: (Activity) -> Void) {
        stream.forEachActivity { visit(.stream($0)) }
        pictureInPicture.forEachActivity { visit(.pictureInPicture($0)) }
    }
}

extension StreamSession: FiniteStateDefinition {
    /// A session that has not started, for each layout.
    public static var initialStates: [StreamSession] { Layout.allCases.map(StreamSession.init) }

    /// The sample events of the stream, both layouts, and every other event.
    public var sampleEvents: [Event] {
        stream.sampleEvents.map(Event.stream) + Layout.allCases.map(Event.rotate) + [
            .startPictureInPicture, .stopPictureInPicture, .didEnterBackground, .willEnterForeground,
        ]
    }
}
