extension StepWriter {
    /// Returns statements that offer the event to regions with their own rules.
    func offer(to regions: [StateID], of parallel: StateID, in context: Context) -> [SwiftStatement] {
        let owner = parallel == machine.outerRegions ? .self : context.place(parallel)
        let places = regions.map { owner.property(machine.cases[$0]) }
        let back = writeBack(parallel, in: context)
        if places.count == 1 { return offer(to: places[0], writingBack: back) }
        let offers = places.map { place in
            SwiftStatement.evaluate(
                .call(.offer, [.init(value: .event), .init(label: "to", value: .address(place))])
            )
        }
        return [.closure(.offerToRegions, parameter: "offer", offers)] + back
            + (machine.hasActions ? [.return(.list([]))] : [])
    }

    /// Returns statements that offer the event to one region, which may handle it.
    private func offer(to place: SwiftExpression, writingBack back: [SwiftStatement]) -> [SwiftStatement] {
        let call = SwiftExpression.try(.call(.member(place, "handleEvent"), with: .event))
        guard machine.hasActions else { return [.evaluate(call)] + back }
        if back.isEmpty { return [.return(call)] }
        return [.constant("actions", call)] + back + [.return(.name("actions"))]
    }
}

extension SwiftExpression {
    /// The value that offers an event to one region.
    static let offer = SwiftExpression.name("offer")

    /// The call that offers an event to regions.
    static let offerToRegions = SwiftExpression.try(.member(.name("Regions"), "offer"))

    /// Returns the call that offers an event to regions and converts their reasons.
    static func offerToRegions(rejectedAs convert: SwiftExpression) -> SwiftExpression {
        .try(.call(.member(.name("Regions"), "offer"), [Argument(label: "rejectedAs", value: convert)]))
    }
}
