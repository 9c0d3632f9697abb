import StateMachines

extension MachineSimulation {
    private typealias Chunk = (first: Int, runs: Result<[FinishedRun<Definition>], ExplorationError<Definition>>)

    /// Performs the remaining runs on several threads, until a run decides a property.
    ///
    /// This method counts the runs in their order and ignores every run after the first decisive
    /// one. The result is therefore that of one thread.
    nonisolated(nonsending) func firstDecisiveRun(
        _ properties: [MachineProperty<Definition>],
        _ result: inout MachineSimulationResult<Definition>,
        _ progress: ((MachineSimulationStatistics) -> Void)?
    ) async throws(ExplorationError<Definition>) -> (number: Int, run: FinishedRun<Definition>)? {
        var (next, due) = (result.statistics.runs, result.statistics.runs)
        let chunkSize = max(1, 50_000 / max(1, steps))
        var decisive: (Int, FinishedRun<Definition>)?
        var failure: ExplorationError<Definition>?
        await withTaskGroup(of: Chunk.self) { group in
            func beginChunk() {
                let numbers = next..<min(runs, next + chunkSize)
                next = numbers.upperBound
                if numbers.isEmpty { return }
                group.addTask { (numbers.lowerBound, finishedRuns(numbers, properties)) }
            }
            var finished: [Int: Chunk] = [:]
            for _ in 0..<threads { beginChunk() }
            while decisive == nil, failure == nil, let chunk = await group.next() {
                finished[chunk.first] = chunk
                while decisive == nil, failure == nil, let chunk = finished.removeValue(forKey: due) {
                    switch chunk.runs {
                    case .failure(let error): failure = error
                    case .success(let runs):
                        for run in runs where decisive == nil {
                            if result.count(run, progress) { decisive = (due, run) }
                            due += 1
                        }
                    }
                }
                if Task.isCancelled, decisive == nil { failure = .cancelled }
                // Begins few new chunks while an earlier one is slow, as that one may be decisive.
                while next < min(runs, due + 2 * threads * chunkSize) { beginChunk() }
            }
            group.cancelAll()
        }
        if let failure { throw failure }
        return decisive
    }

    /// Performs some runs, until a run decides a property.
    private func finishedRuns(
        _ numbers: Range<Int>,
        _ properties: [MachineProperty<Definition>]
    ) -> Result<[FinishedRun<Definition>], ExplorationError<Definition>> {
        var finished: [FinishedRun<Definition>] = []
        do throws(ExplorationError<Definition>) {
            for number in numbers where finished.last?.isDecisive != true {
                if Task.isCancelled { throw .cancelled }
                finished.append(try finishedRun(number, properties))
            }
            return .success(finished)
        } catch {
            return .failure(error)
        }
    }
}
