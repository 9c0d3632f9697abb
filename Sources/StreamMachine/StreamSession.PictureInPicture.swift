public import StateMachines

extension StreamSession {
    /// The state of picture in picture, as a region of ``StreamSession``.
    ///
    /// Whether it can start, and when it has to stop, depends on the stream, so the session sends
    /// these events.
    public enum PictureInPicture: StateDefinition, Hashable, CaseIterable {
        /// The picture is in its place on the screen. A session begins here, and comes back when
        /// the user closes the small window or the stream is no longer live.
        case inactive

        /// The picture is in a small window that floats above other apps.
        case active

        /// A request from the session.
        public enum Event: Hashable, Sendable, CaseIterable {
            /// Move the picture into the small window.
            case start

            /// Move the picture back to its place on the screen.
            case stop
        }

        /// Work that runs while the picture floats.
        public enum Activity: Hashable, Sendable {
            /// The small window is on the screen.
            case overlay
        }

        /// Moves the picture to the small window or back.
        ///
        /// - Throws: `TransitionError.invalid` if the picture is already in the requested place.
        public mutating func handleEvent(_ event: Event) throws(TransitionError) {
            switch (self, event) {
            case (.inactive, .start): self = .active
            case (.active, .stop): self = .inactive
            case (.inactive, .stop), (.active, .start): throw .invalid
            }
        }

        /// The small window, in the active state.
        public var activities: [Activity] {
            switch self {
            case .inactive: []
            case .active: [.overlay]
            }
        }
    }
}

extension StreamSession.PictureInPicture: FiniteStateDefinition {
    /// The inactive state.
    public static var initialStates: [StreamSession.PictureInPicture] { [.inactive] }
}
