public import StateMachines

/// The screen of a camera stream: the stream, the layout around it and picture in picture, side by
/// side.
///
/// Each region is a machine of its own. What they have to do with each other is decided here, and
/// nowhere else: picture in picture is active only while the stream is live. A session in which
/// this does not hold cannot be made.
///
/// | | stream(event) | rotate(layout) | startPictureInPicture | stopPictureInPicture | didEnterBackground | willEnterForeground |
/// | --- | --- | --- | --- | --- | --- | --- |
/// | not live | as in ``StreamState`` | the layout | – | – | = | = |
/// | live, inactive | as in ``StreamState`` | the layout | active | – | active | = |
/// | live, active | as in ``StreamState``; inactive if it leaves live | the layout | – | inactive | = | = |
///
/// – rejected; = handled, with nothing changed. Rotating, and coming and going of the app, are
/// facts and no requests, so they are handled in every state.
public struct StreamSession: ActivityVisiting, Hashable {
    /// The stream.
    public private(set) var stream = StreamState.idle

    /// How the screen is laid out.
    public private(set) var layout = Layout.portrait

    /// Whether the picture floats above other apps.
    public private(set) var pictureInPicture = PictureInPicture.inactive

    /// A session that has not been started.
    ///
    /// - Parameter layout: How the device is held.
    public init(layout: Layout = .portrait) {
        self.layout = layout
    }

    /// What the user does, and what player, device and system report.
    public enum Event: Hashable, Sendable {
        /// Something happens to the stream.
        case stream(StreamState.Event)

        /// The device is held this way now.
        case rotate(to: Layout)

        /// The user asks for the small window.
        case startPictureInPicture

        /// The user closes the small window.
        case stopPictureInPicture

        /// The user has gone to another app; a live picture goes along.
        case didEnterBackground

        /// The user comes back to this app; the small window stays, if there is one.
        case willEnterForeground
    }

    /// What goes on in the regions.
    public enum Activity: Hashable, Sendable {
        /// What goes on in the stream.
        case stream(StreamState.Activity)

        /// What goes on in picture in picture.
        case pictureInPicture(PictureInPicture.Activity)
    }

    /// Moves the regions that the event concerns.
    ///
    /// - Throws: `TransitionError.invalid` when none of them handles it.
    public mutating func handleEvent(_ event: Event) throws(TransitionError) {
        switch event {
        case .stream(let event):
            try Regions.offer { offer in
                offer(event, to: &stream)
                // Picture in picture needs a live stream. If it is inactive, this is rejected, and
                // the stream alone decides.
                if !stream.isLive { offer(.stop, to: &pictureInPicture) }
            }

        case .rotate(let layout): try self.layout.handleEvent(.rotate(to: layout))

        case .startPictureInPicture:
            guard stream.isLive else { throw .invalid }
            try pictureInPicture.handleEvent(.start)
        case .stopPictureInPicture: try pictureInPicture.handleEvent(.stop)

        case .didEnterBackground:
            switch pictureInPicture {
            case .inactive where stream.isLive: try pictureInPicture.handleEvent(.start)
            case .inactive, .active: break
            }
        case .willEnterForeground: break
        }
    }

    /// The stream's activities, then that of picture in picture, which therefore ends first; the
    /// layout has none.
    public func visitActivities(_ visit: (Activity) -> Void) {
        stream.forEachActivity { visit(.stream($0)) }
        pictureInPicture.forEachActivity { visit(.pictureInPicture($0)) }
    }
}

extension StreamSession: FiniteStateDefinition {
    /// Nothing has been started, however the device is held.
    public static var initialStates: [StreamSession] { Layout.allCases.map(StreamSession.init) }

    /// Every event of the stream, both layouts, and what else may happen.
    public var sampleEvents: [Event] {
        stream.sampleEvents.map(Event.stream) + Layout.allCases.map(Event.rotate) + [
            .startPictureInPicture, .stopPictureInPicture, .didEnterBackground, .willEnterForeground,
        ]
    }
}
