public import StateMachines

extension StreamSession {
    /// How the screen around the picture is laid out: a region of ``StreamSession``.
    public enum Layout: StateDefinition, Hashable, CaseIterable {
        /// The device is upright: the controls are below the picture.
        case portrait

        /// The device lies on its side: the controls are beside the picture.
        case landscape

        /// What the device reports.
        public enum Event: Hashable, Sendable {
            /// The device is held this way now.
            case rotate(to: Layout)
        }

        /// Moves to the layout that fits the device.
        ///
        /// Devices report how they are held more than once, so the layout that is there already is
        /// handled too.
        public mutating func handleEvent(_ event: Event) throws(TransitionError) {
            switch (self, event) {
            case (.portrait, .rotate(to: .landscape)): self = .landscape
            case (.landscape, .rotate(to: .portrait)): self = .portrait
            case (.portrait, .rotate(to: .portrait)), (.landscape, .rotate(to: .landscape)): break
            }
        }
    }
}

extension StreamSession.Layout: FiniteStateDefinition {
    /// The device may be held either way when the screen appears.
    public static var initialStates: [StreamSession.Layout] { allCases }

    /// Every layout.
    public var sampleEvents: [Event] { StreamSession.Layout.allCases.map(Event.rotate) }
}
