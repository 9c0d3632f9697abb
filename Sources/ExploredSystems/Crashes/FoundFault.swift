/// A fault before the lookup of its place in the source.
enum FoundFault {
    case thrown(SystemFault)
    /// A trap, with the name of the step and that of the move without its subject.
    case trap(CrashReport, in: String, title: String)

    /// The identity of a fault; one place in the source may have several, one for each call path.
    enum Identity: Hashable {
        case thrown(String)
        case trap(CallPath, String?)
    }

    /// The move that led to a trap, and the return addresses at the trap.
    struct CallPath: Hashable {
        let title: String
        let frames: [UInt64]
    }

    /// The way to a trap in the code; `nil` if it is unknown or if the fault was thrown.
    var callPath: CallPath? {
        switch self {
        case .thrown: nil
        case .trap(let report, _, let title):
            report.frames.isEmpty ? nil : CallPath(title: title, frames: report.frames)
        }
    }

    var identity: Identity {
        switch self {
        case .thrown(let fault): .thrown(fault.identity)
        case .trap(let report, _, let title):
            .trap(CallPath(title: title, frames: report.frames), report.message.reason)
        }
    }

    var isTrap: Bool {
        switch self {
        case .trap: true
        case .thrown: false
        }
    }

    /// Returns the faults with their places.
    ///
    /// Places that no message names are looked up together, because the first lookup takes long.
    static func resolved(_ faults: [FoundFault]) -> [SystemFault] {
        let reports: [CrashReport] = faults.compactMap { fault in
            if case .trap(let report, _, _) = fault, report.namedPlace == nil { report } else { nil }
        }
        let places = CrashPlaces(of: reports)
        return faults.map { fault in
            switch fault {
            case .thrown(let fault): return fault
            case .trap(let report, let move, _):
                let message = report.message
                let found = places.found(for: report)
                // In release mode, there may be no frame of the code under test.
                let unnamed = SystemFault.Place(file: nil, line: nil, function: "in '\(move)'")
                let written = report.hasMessage || message.isFatalError ? message.reason : nil
                return SystemFault(
                    written ?? found.reason ?? report.reason,
                    at: report.namedPlace ?? found.place ?? message.place ?? unnamed
                )
            }
        }
    }
}
