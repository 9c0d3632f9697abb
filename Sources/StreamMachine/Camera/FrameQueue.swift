import Foundation
import StateMachineLocks

/// Carries frames from the queue of a URL session to the task that reads them.
///
/// It stores a few frames, whose total size is at most the maximum size of one frame. If frames
/// arrive faster than the task reads them, the queue removes the oldest ones.
final class FrameQueue: Sendable {
    /// A frame with the number of frames skipped before it, or the error that ended the stream.
    private typealias Next = Result<(frame: CameraFrame, skipped: Int), CameraError>
    private typealias Reader = CheckedContinuation<Next, Never>

    private struct State {
        var assembler: FrameAssembler
        var frames: [CameraFrame] = []
        var bytes = 0
        var skipped = 0
        /// The defect found in the stream.
        ///
        /// It takes precedence over the error with which the request ends afterwards.
        var failure: CameraError?
        /// The error with which the request ended, after which the queue reports nothing.
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

        /// Takes the next frame or the final error, or returns `nil` if a reader has to wait.
        mutating func takeNext() -> Next? {
            guard frames.isEmpty else {
                defer { skipped = 0 }
                return .success((removeFirst(), skipped))
            }
            return end.map { .failure($0) }
        }

        /// Takes the waiting reader and its result, or returns `nil` if either is missing.
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

    /// Begins a response with its status and content type.
    ///
    /// - Returns: Whether the request should continue.
    func begin(status: Int, contentType: String) -> Bool {
        change { state throws(CameraError) in
            try state.assembler.begin(status: status, contentType: contentType)
        }
    }

    /// Appends bytes of a response.
    ///
    /// - Returns: Whether the request should continue.
    func append(_ data: Data) -> Bool {
        change { state throws(CameraError) in
            try state.assembler.append(data)
        }
    }

    /// Ends the request and resumes a waiting reader.
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

    /// Waits for the next frame or for the end of the request.
    ///
    /// When the task is cancelled, the request ends, and that also ends this wait.
    ///
    /// - Throws: The error that ended the stream.
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
