extension Workload {
    static func all(_ amount: Amount) -> [Workload] {
        connections(amount) + activities(amount) + drivers(amount) + largeMachines(amount)
    }
}
