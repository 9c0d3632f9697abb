import Foundation
import StateMachines

/// Carries pictures from the queue of a session to the task that reads them.
///
/// It stores a few pictures, with no more bytes than the largest picture may have. If pictures
/// arrive faster than they are read, the oldest are removed.
final class FrameQueue: Sendable {
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
        var reader: CheckedContinuation<Void, Never>?

        mutating func append(_ frame: CameraFrame) {
            frames.append(frame)
            bytes += frame.data.count
        }

        mutating func removeFirst() -> CameraFrame {
            bytes -= frames[0].data.count
            return frames.removeFirst()
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
        state.withLock { state -> CheckedContinuation<Void, Never>? in
            let isAnswered = state.assembler.hasAnswer
            state.end =
                state.failure
                ?? error.map { CameraError($0, from: address, afterAnswer: isAnswered) }
                ?? state.assembler.finish()
            return state.reader.take()
        }?.resume()
    }

    /// Waits for the next picture, or for the end of the request, which also ends a cancelled wait.
    ///
    /// - Throws: Why there is none, when the request has ended.
    func next() async throws(CameraError) -> (frame: CameraFrame, skipped: Int) {
        while true {
            let found: Result<(frame: CameraFrame, skipped: Int), CameraError>? = state.withLock { state in
                guard state.frames.isEmpty else {
                    defer { state.skipped = 0 }
                    return .success((state.removeFirst(), state.skipped))
                }
                return state.end.map { .failure($0) }
            }
            if let found { return try found.get() }
            await withCheckedContinuation { continuation in
                let isThere = state.withLock { state in
                    if !state.frames.isEmpty || state.end != nil { return true }
                    state.reader = continuation
                    return false
                }
                if isThere { continuation.resume() }
            }
        }
    }

    private func change(_ body: (inout State) throws(CameraError) -> Void) -> Bool {
        let (reader, goesOn) = state.withLock { state -> (CheckedContinuation<Void, Never>?, Bool) in
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
            return (state.frames.isEmpty ? nil : state.reader.take(), state.failure == nil)
        }
        reader?.resume()
        return goesOn
    }
}
