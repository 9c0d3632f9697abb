import Foundation
package import StateMachineInspectionMessages
import StateMachineRecording

/// A connection from this process to an inspector, a browser page that shows live machines.
///
/// The command `transition-tables serve` prints the address of an inspector:
///
/// ```sh
/// export MACHINE_INSPECTOR='http://127.0.0.1:49152/?token=…'
/// ```
///
/// In an app that you start with this variable, one line of code is needed for each machine:
///
/// ```swift
/// machine.inspect("player")
/// ```
///
/// The app does not wait for the inspector and works without it. If nothing listens at the address,
/// the app reports this once on standard error and keeps trying. It stores events in limited memory
/// until the inspector responds. Then it sends them, even to an inspector that has restarted. If
/// there are too many events, the app drops the oldest ones and counts them.
public final class MachineInspector: Sendable {
    /// The inspector at the address in the environment variable `MACHINE_INSPECTOR`.
    ///
    /// The value is `nil` if the variable is missing or empty. It is also `nil` if the variable
    /// does not contain the address of an inspector, and in this case the reason is written to
    /// standard error.
    public static let shared: MachineInspector? = ProcessInfo.processInfo.environment[InspectorAddress.variable]
        .flatMap { address in
            guard !address.isEmpty else { return nil }
            do { return try MachineInspector(at: address) } catch {
                Warnings.write("\(InspectorAddress.variable) is ignored. \(error)")
                return nil
            }
        }

    let outbox: Outbox
    private let clock: any Clock<Duration>
    private let link: Task<Void, Never>

    /// Connects to an inspector until this instance is released.
    ///
    /// - Parameters:
    ///   - address: The address with its token, as printed by `serve`.
    ///   - app: The name of this app. The default is the name of the process.
    /// - Throws: ``InspectorAddressError`` if the text is not the address of an inspector on this
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

    /// Connects to an inspector with limits for the stored records.
    ///
    /// - Parameters:
    ///   - clock: The clock for times, pauses and heartbeats.
    ///   - pendingLimit: The maximum number of events that wait to be written.
    ///   - memory: The maximum size of the written records, in bytes.
    ///   - warn: A closure to call once if the inspector cannot be reached.
    package init(
        at address: InspectorAddress,
        app: String,
        clock: any Clock<Duration> = ContinuousClock(),
        pendingLimit: Int = 100_000,
        memory: Int = 16 * 1024 * 1024,
        warn: @escaping @Sendable (String) -> Void = Warnings.write
    ) {
        let outbox = Outbox(limit: pendingLimit, time: elapsedTime(of: clock))
        let header = BatchHeader(
            session: "\(UUID())",
            app: app,
            process: Int(ProcessInfo.processInfo.processIdentifier),
            date: Date.now.timeIntervalSince1970
        )
        self.outbox = outbox
        self.clock = clock
        // The task does not retain the inspector, whose deinitializer cancels it.
        link = Task.detached(name: "inspector", priority: .utility) {
            await InspectorLink(to: address, from: outbox, header: header, clock: clock, memory: memory, warn: warn)
                .run()
        }
    }

    deinit { link.cancel() }

    /// Waits until the inspector has received all records, for at most one second.
    ///
    /// Call this method at the end of a program.
    public func flush() async {
        let end = outbox.time() + .seconds(1)
        while !outbox.isDelivered, outbox.time() < end, (try? await clock.sleep(for: .milliseconds(10))) != nil {}
    }
}
