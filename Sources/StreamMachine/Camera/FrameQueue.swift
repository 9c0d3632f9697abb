import Foundation
import StateMachines

/// Carries pictures from the queue of a session to the task that reads them.
///
/// It stores a few pictures, with no more bytes than the largest picture may have. If pictures
/// arrive faster than they are read, the oldest are removed.
final class FrameQueue: Sendable {
    /// A picture with how many were skipped before it, or why there are no more.
    private typealias Next = Result<(frame: CameraFrame, skipped: Int), CameraError>
    private typealias Reader = CheckedContinuation<Next, Never>

    private struct State {
        var assembler: FrameAssembler
        var frames: [CameraFrame] = []
        var bytes = 0
        var skipped = 0
        /// What was wrong with the stream.
        ///
        /// It takes precedence over the error with which the request then ends.
        var failure: CameraError?
        /// How the request ended; nothing is reported after that.
        var end: CameraError?
        var reader: Reader?

        mutating func append(_ frame: CameraFrame) {
            frames.append(frame)
            bytes += frame.data.count
        }

        mutating func removeFirst() -> CameraFrame {
            bytes -= frames[0].data.count
            return frames.removeFirst()
        }

        /// Takes what comes next; `nil` if a reader has to wait for it.
        mutating func takeNext() -> Next? {
            guard frames.isEmpty else {
                defer { skipped = 0 }
                return .success((removeFirst(), skipped))
            }
            return end.map { .failure($0) }
        }

        /// Takes the reader that waits, and what it waits for, if both are there.
        mutating func takeReader() -> (reader: Reader, next: Next)? {
            guard let reader, let next = takeNext() else { return nil }
            self.reader = nil
            return (reader, next)
        }
    }

    private static let capacity = 16

    private let largestFrame: Int
    private let state: Locked<State>

    init(largestFrame: Int) {
        self.largestFrame = largestFrame
        state = Locked(State(assembler: FrameAssembler(largestFrame: largestFrame)))
    }

    /// Takes the head of an answer.
    ///
    /// - Returns: Whether to go on.
    func begin(status: Int, contentType: String) -> Bool {
        change { state throws(CameraError) in
            try state.assembler.begin(status: status, contentType: contentType)
        }
    }

    /// Takes bytes of an answer.
    ///
    /// - Returns: Whether to go on.
    func append(_ data: Data) -> Bool {
        change { state throws(CameraError) in
            try state.assembler.append(data)
        }
    }

    /// Ends the request; nothing is reported after that.
    func end(_ error: (any Error)?, from address: URL) {
        let waiting = state.withLock { state in
            let isAnswered = state.assembler.hasAnswer
            state.end =
                state.failure
                ?? error.map { CameraError($0, from: address, afterAnswer: isAnswered) }
                ?? state.assembler.finish()
            return state.takeReader()
        }
        if let (reader, next) = waiting { reader.resume(returning: next) }
    }

    /// Waits for the next picture, or for the end of the request, which also ends a cancelled wait.
    ///
    /// - Throws: Why there is none, when the request has ended.
    func next() async throws(CameraError) -> (frame: CameraFrame, skipped: Int) {
        let next = await withCheckedContinuation { reader in
            let next = state.withLock { state in
                let next = state.takeNext()
                if next == nil { state.reader = reader }
                return next
            }
            if let next { reader.resume(returning: next) }
        }
        return try next.get()
    }

    private func change(_ body: (inout State) throws(CameraError) -> Void) -> Bool {
        let (waiting, goesOn) = state.withLock { state -> ((reader: Reader, next: Next)?, Bool) in
            guard state.failure == nil else { return (nil, false) }
            do throws(CameraError) {
                try body(&state)
                while let frame = try state.assembler.next() {
                    state.append(frame)
                    while state.frames.count > Self.capacity || state.bytes > largestFrame {
                        _ = state.removeFirst()
                        state.skipped += 1
                    }
                }
            } catch {
                state.failure = error
            }
            return (state.takeReader(), state.failure == nil)
        }
        if let (reader, next) = waiting { reader.resume(returning: next) }
        return goesOn
    }
}
