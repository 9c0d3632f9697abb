/// Everything that the calls of a class leave behind between two moves.
struct CallContent {
    /// A caller with its call.
    struct Caller {
        let caller: Int
        var phase = SimulatedCall.Phase.ready
        /// The name of the call.
        var name = ""
        var isCancelled = false
        /// The answers that the call has received, in order.
        ///
        /// Only the last `CallSuspension` may lack an answer of its own.
        var answers: [Any] = []
        /// The cancellation handlers around the suspension, counted from the beginning of the call.
        var handlers: [Int] = []
        /// The number of the next suspension.
        var suspension = 0
    }

    /// The values in the locks of the object, in the order in which it creates them.
    var locks: [Any] = []
    var callers: [Caller]
    var tasks: [SimulatedCall.TaskProgress] = []
}

extension CallContent: NamedPart {
    static var storedNames: [String: String] { ["callers": "callers", "locks": "locks", "tasks": "tasks"] }
}

/// An answer to a question that a call has asked, such as the result of a closure under a lock.
struct CallAnswer<Value, Failure: Error> {
    let result: Result<Value, Failure>
}

/// A suspension of a call, with the answer of its continuation once there is one.
struct CallSuspension {
    let suspension: Int
    var answer: Any?
}

/// A step of a call, which one move makes.
enum CallStep {
    case call
    /// A call whose task is cancelled immediately before its first cancellation handler.
    case cancelledCall
    /// The cancellation of a suspended call.
    case cancel
    /// The rest of a call whose continuation was resumed.
    case resume

    /// Whether the step begins with a repetition of the call's earlier steps.
    var isRepetition: Bool {
        switch self {
        case .call, .cancelledCall: false
        case .cancel, .resume: true
        }
    }
}
