extension Workload {
    static func all(_ amount: Amount) -> [Workload] {
        connections(amount)
            + [player(amount), payload(amount)]
            + largeMachines(amount)
            + activities(amount)
            + observation(amount)
            + [crowd(amount)]
            + drivers(amount)
            + [exploration(amount)]
    }
}
