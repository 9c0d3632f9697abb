/// A fault as it was found; the place of a trap is not known yet.
enum FoundFault {
    case thrown(Fault)
    case trap(TrapReport, TrapMessage, in: String)

    /// What tells one fault from another; a place to which several calls lead has several.
    enum Identity: Hashable {
        case thrown(String)
        case trap([UInt64], String?)
    }

    var identity: Identity {
        switch self {
        case .thrown(let fault): .thrown(fault.identity)
        case .trap(let report, let message, _): .trap(report.frames, message.reason)
        }
    }

    /// The faults with their places, which are looked up for all at once.
    static func resolved(_ faults: [FoundFault]) -> [Fault] {
        let reports: [TrapReport] = faults.compactMap { fault in
            if case .trap(let report, _, _) = fault { report } else { nil }
        }
        let places = TrapPlaces(of: reports)
        return faults.map { fault in
            switch fault {
            case .thrown(let fault): return fault
            case .trap(let report, let message, let move):
                let found = places.found(for: report)
                let named = message.file.map { Fault.Place(file: $0, line: message.line, function: nil) }
                // In release mode no frame of the code under test may be left.
                let unnamed = Fault.Place(file: nil, line: nil, function: "in '\(move)'")
                let written = report.hasMessage || message.isFatalError ? message.reason : nil
                return Fault(written ?? found.reason ?? report.reason, at: found.place ?? named ?? unnamed)
            }
        }
    }
}
