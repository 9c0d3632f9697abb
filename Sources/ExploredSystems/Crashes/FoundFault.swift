/// A fault before the lookup of its place in the source.
enum FoundFault {
    case thrown(SystemFault)
    case trap(CrashReport, in: String)

    /// The identity of a fault; one place in the source may have several, one for each call path.
    enum Identity: Hashable {
        case thrown(String)
        case trap([UInt64], String?)
    }

    var identity: Identity {
        switch self {
        case .thrown(let fault): .thrown(fault.identity)
        case .trap(let report, _): .trap(report.frames, report.message.reason)
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
            if case .trap(let report, _) = fault, report.namedPlace == nil { report } else { nil }
        }
        let places = CrashPlaces(of: reports)
        return faults.map { fault in
            switch fault {
            case .thrown(let fault): return fault
            case .trap(let report, let move):
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
