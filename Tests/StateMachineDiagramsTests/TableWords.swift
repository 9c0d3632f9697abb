@testable import StateMachineDiagrams

extension [TransitionTable.Entry] {
    /// What a cell says, on one line: `on if [isReady]; –`.
    var words: String {
        map { entry in
            let result =
                switch entry.outcome {
                case .moves(let state): state
                case .stays: entry.isDecidedByOthers ? "·" : "="
                case .rejected: entry.reason.map { "– \($0)" } ?? "–"
                }
            return entry.condition.isEmpty ? result : "\(result) if \(entry.condition)"
        }.joined(separator: "; ")
    }
}
