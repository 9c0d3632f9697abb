import Foundation
package import InspectionMessages
import StateMachineTesting

/// A connection of this process to an inspector, a page in the browser that shows what machines do.
///
/// `transition-tables serve` prints the address of an inspector:
///
/// ```sh
/// export MACHINE_INSPECTOR='http://127.0.0.1:49152/?token=…'
/// ```
///
/// An app that is started with this variable needs one line for each machine:
///
/// ```swift
/// machine.inspect("player")
/// ```
///
/// The app does not wait for the inspector, and does not fail without it: it says once on its
/// standard error that nothing listens, and tries again. Events that happen before the inspector
/// answers are kept in bounded memory and sent later, even to an inspector that is started again.
/// If there are too many, the oldest events are dropped, and counted.
public final class MachineInspector: Sendable {
    /// The inspector at the address in the environment variable `MACHINE_INSPECTOR`; `nil` without
    /// the variable.
    ///
    /// If the variable is no address of an inspector, this is `nil` too, and the reason is written
    /// to the standard error.
    public static let shared: MachineInspector? = ProcessInfo.processInfo.environment[InspectorAddress.variable]
        .flatMap { address in
            do { return try MachineInspector(at: address) } catch {
                Warnings.write("\(InspectorAddress.variable) is ignored. \(error)")
                return nil
            }
        }

    let outbox: Outbox
    private let clock: any Clock<Duration>
    private let link: Task<Void, Never>

    /// Connects to an inspector, until this is released.
    ///
    /// - Parameters:
    ///   - address: The address with its token, as `serve` prints it.
    ///   - app: The name of this app; by default the name of the process.
    /// - Throws: ``InspectorAddressError`` if the address cannot be one of an inspector on this
    ///   computer.
    public convenience init(at address: String, app: String? = nil) throws(InspectorAddressError) {
        let known: InspectorAddress
        do throws(InspectorAddress.Invalid) {
            known = try InspectorAddress(address)
        } catch {
            throw InspectorAddressError(description: error.description)
        }
        self.init(at: known, app: app ?? ProcessInfo.processInfo.processName)
    }

    /// - Parameters:
    ///   - clock: The clock of times, pauses and heartbeats.
    ///   - pendingLimit: How many events may wait until they are written.
    ///   - memory: How many bytes of what was written are kept.
    ///   - warn: Called once if the inspector cannot be reached.
    package init(
        at address: InspectorAddress,
        app: String,
        clock: any Clock<Duration> = ContinuousClock(),
        pendingLimit: Int = 100_000,
        memory: Int = 16 * 1024 * 1024,
        warn: @escaping @Sendable (String) -> Void = Warnings.write
    ) {
        let outbox = Outbox(limit: pendingLimit, time: stopwatch(of: clock))
        let header = BatchHeader(
            session: "\(UUID())",
            app: app,
            process: Int(ProcessInfo.processInfo.processIdentifier),
            date: Date.now.timeIntervalSince1970
        )
        self.outbox = outbox
        self.clock = clock
        // It does not retain the inspector, which ends it.
        link = Task.detached(name: "inspector", priority: .utility) {
            await InspectorLink(to: address, from: outbox, header: header, clock: clock, memory: memory, warn: warn)
                .run()
        }
    }

    deinit { link.cancel() }

    /// Waits until the inspector has everything that has happened, but no longer than a second: at
    /// the end of a program.
    public func flush() async {
        let end = outbox.time() + .seconds(1)
        while !outbox.isDelivered, outbox.time() < end, (try? await clock.sleep(for: .milliseconds(10))) != nil {}
    }
}
