import StateMachines

/// A parcel on its way through a warehouse, with more states than a reader sees at once.
enum Large: FiniteStateDefinition {
    case receiving(Step)
    case inspection(Step)
    case storage(Step)
    case picking(Step)
    case packing(Step)
    case labeling(Step)
    case shipping(Step)
    case returns(Step)
    case repair(Step)
    case cleaning(Step)

    enum Step: CaseIterable {
        case announced, queued, called, moved, scanned, opened, counted, weighed, measured, photographed, compared,
            corrected, approved, released
    }

    enum Event: CaseIterable { case next, back, skip }

    static let areas: [@Sendable (Step) -> Large] = [
        { .receiving($0) }, { .inspection($0) }, { .storage($0) }, { .picking($0) }, { .packing($0) },
        { .labeling($0) }, { .shipping($0) }, { .returns($0) }, { .repair($0) }, { .cleaning($0) },
    ]

    static var initialStates: [Large] { [.receiving(.announced)] }

    /// The number of the area, and the step in it.
    private var place: (area: Int, step: Step) {
        switch self {
        case .receiving(let step): (0, step)
        case .inspection(let step): (1, step)
        case .storage(let step): (2, step)
        case .picking(let step): (3, step)
        case .packing(let step): (4, step)
        case .labeling(let step): (5, step)
        case .shipping(let step): (6, step)
        case .returns(let step): (7, step)
        case .repair(let step): (8, step)
        case .cleaning(let step): (9, step)
        }
    }

    mutating func handleEvent(_ event: Event) throws(TransitionError) {
        let (area, step) = place
        let steps = Step.allCases
        let number = steps.firstIndex(of: step) ?? 0
        switch event {
        case .next where number + 1 < steps.count: self = Self.areas[area](steps[number + 1])
        case .next, .skip:
            guard area + 1 < Self.areas.count else { throw .invalid }
            self = Self.areas[area + 1](.announced)
        case .back:
            guard number > 0 else { throw .invalid }
            self = Self.areas[area](steps[number - 1])
        }
    }
}
