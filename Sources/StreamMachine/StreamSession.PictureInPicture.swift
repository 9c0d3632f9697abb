public import StateMachines

extension StreamSession {
    /// Whether the picture floats above other apps: a region of ``StreamSession``.
    ///
    /// When it may begin, and when it has to end, depends on the stream, and is decided by the
    /// session.
    public enum PictureInPicture: StateDefinition, Hashable, CaseIterable {
        /// The picture is in its place on the screen. A session begins here; it comes back when the
        /// user closes the window, and when the stream is live no more.
        case inactive

        /// The picture is in a small window above whatever else is on the screen.
        case active

        /// What the session asks for.
        public enum Event: Hashable, Sendable, CaseIterable {
            /// The picture is to float.
            case start

            /// The picture is to go back to its place.
            case stop
        }

        /// What goes on while the picture floats.
        public enum Activity: Hashable, Sendable {
            /// The small window is on the screen.
            case overlay
        }

        /// Moves to the next state.
        ///
        /// - Throws: `TransitionError.invalid` when the picture is where the event wants it
        ///   already.
        public mutating func handleEvent(_ event: Event) throws(TransitionError) {
            switch (self, event) {
            case (.inactive, .start): self = .active
            case (.active, .stop): self = .inactive
            case (.inactive, .stop), (.active, .start): throw .invalid
            }
        }

        /// The small window, while there is one.
        public var activities: [Activity] {
            switch self {
            case .inactive: []
            case .active: [.overlay]
            }
        }
    }
}

extension StreamSession.PictureInPicture: FiniteStateDefinition {
    /// The picture begins in its place.
    public static var initialStates: [StreamSession.PictureInPicture] { [.inactive] }
}
