import StateMachineLocks
import StateMachineLoopbackHTTP

/// Changes the fault of a service and opens or closes its port.
///
/// It serializes the changes, so the server and the service agree on the fault.
final class FaultSwitch: Sendable {
    private let changing = Locked(())

    /// Changes the fault.
    ///
    /// - Parameter change: A closure that sets the fault of the service.
    func set<Fault: ServiceFault>(
        _ fault: Fault?,
        at server: LoopbackServer,
        _ change: (Fault?) -> Void
    ) throws(LoopbackServerError) {
        try changing.withLock { _ throws(LoopbackServerError) in
            change(fault)
            if fault == .refused {
                try server.refuseConnections()
            } else {
                try server.acceptConnections()
            }
        }
    }
}
