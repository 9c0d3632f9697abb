/// The errors of a file, which a reader collects to report all of them at once.
struct ErrorList: Sendable {
    private var errors: [ChartError] = []

    /// The largest number of errors; a file with more errors is not read to its end.
    private static let limit = 50

    var isEmpty: Bool { errors.isEmpty }
    var isFull: Bool { errors.count >= Self.limit }

    /// Adds an error with its further errors, unless the list already contains them.
    mutating func add(_ error: ChartError) {
        for error in error.all where !errors.contains(error) && !isFull { errors.append(error) }
    }

    mutating func add(_ list: ErrorList) {
        for error in list.errors { add(error) }
    }

    /// Performs a part of the work and keeps its error.
    mutating func collect(_ body: () throws(ChartError) -> Void) {
        do throws(ChartError) { try body() } catch { add(error) }
    }

    /// Throws all errors in the order of their positions, if there are any.
    func throwAll() throws(ChartError) {
        let sorted = errors.enumerated().sorted { ($0.element.position, $0.offset) < ($1.element.position, $1.offset) }
        guard var first = sorted.first?.element else { return }
        first.others = sorted.dropFirst().map(\.element)
        throw first
    }
}
