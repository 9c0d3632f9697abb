public import Foundation

/// A state with its ``StoredState/shape``, for an app that saves its machine in a file.
///
/// ```swift
/// try StateSnapshot(machine.state).data.write(to: file)
///
/// let machine = StateMachine(try StateSnapshot<Order>(Data(contentsOf: file)).state)
/// ```
///
/// A machine that starts in a restored state enters its activities again, so the state is all you
/// have to save.
public struct StateSnapshot<State: StoredState>: Sendable, CustomStringConvertible {
    /// The state.
    public let state: State

    /// Creates a snapshot of a state.
    public init(_ state: State) {
        self.state = state
    }

    /// Decodes a snapshot and migrates a state with another shape.
    ///
    /// - Parameter data: The snapshot as JSON.
    /// - Throws: A ``StoredStateError`` if the data's shape isn't the current one and has no
    ///   migration, or if the data doesn't contain such a state.
    public init(_ data: Data) throws(StoredStateError) {
        do {
            let shape = try JSON.decode(Shape.self, from: data).shape
            if shape == State.shape {
                state = try JSON.decode(Content<State>.self, from: data).state
            } else {
                // The former type is known only to the migration, so the state is encoded once
                // more.
                let object = try JSONSerialization.jsonObject(with: data) as? [String: Any]
                let content = object?["state"] as Any
                let former = try JSONSerialization.data(withJSONObject: content, options: .fragmentsAllowed)
                state = try State.decode(former, shape: shape)
            }
        } catch let error as StoredStateError {
            throw error
        } catch {
            throw .undecodable(error)
        }
    }

    /// The snapshot as JSON.
    ///
    /// - Throws: ``StoredStateError/unencodable(_:)``.
    public var data: Data {
        get throws(StoredStateError) {
            do { return try JSON.encode(Content(shape: State.shape, state: state)) } catch { throw .unencodable(error) }
        }
    }

    /// The shape and the state, such as `shape 2: editing`.
    public var description: String { "shape \(State.shape): \(state)" }

    private struct Shape: Decodable {
        let shape: Int
    }

    private struct Content<Value: Codable>: Codable {
        let shape: Int
        let state: Value
    }
}

extension StateSnapshot: Equatable where State: Equatable {}
extension StateSnapshot: Hashable where State: Hashable {}
