public import StateMachines

extension StreamSession {
    /// The layout of the screen around the picture, as a region of ``StreamSession``.
    public enum Layout: StateDefinition, Hashable, CaseIterable {
        /// The device is upright, and the controls are below the picture.
        case portrait

        /// The device is on its side, and the controls are next to the picture.
        case landscape

        /// An event that the device reports.
        public enum Event: Hashable, Sendable {
            /// The user has turned the device, which now fits this layout.
            case rotate(to: Layout)
        }

        /// Moves to the layout that fits the device.
        ///
        /// A device may report an orientation more than once, so an event for the current layout is
        /// handled, too.
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
    /// Both layouts, because the user may hold the device either way when the screen appears.
    public static var initialStates: [StreamSession.Layout] { allCases }

    /// One event for each layout.
    public var sampleEvents: [Event] { StreamSession.Layout.allCases.map(Event.rotate) }
}
