public import Foundation

/// A state together with its ``StoredState/shape`` (the version of its stored form), for an app
/// that saves its machine in a file.
///
/// ```swift
/// try Snapshot(machine.state).data.write(to: file)
///
/// let machine = StateMachine(try Snapshot<Draft>(Data(contentsOf: file)).state)
/// ```
///
/// A machine that starts in a restored state enters the activities of that state, so the state is
/// all that has to be saved.
public struct Snapshot<State: StoredState>: Sendable {
    /// The state.
    public let state: State

    /// Creates a snapshot of a state.
    public init(_ state: State) {
        self.state = state
    }

    /// Decodes a snapshot, and migrates a state that has an earlier shape.
    ///
    /// - Throws: ``ShapeError`` if the shape is newer or has no migration; a `DecodingError` if the
    ///   data is not a snapshot of the state.
    public init(_ data: Data) throws {
        let shape = try JSON.decode(Shape.self, from: data).shape
        if shape == State.shape {
            state = try JSON.decode(Content<State>.self, from: data).state
        } else {
            // The former type is known only to the migration, so the state is encoded once more.
            let object = try JSONSerialization.jsonObject(with: data) as? [String: Any]
            let former = try JSONSerialization.data(withJSONObject: object?["state"] as Any, options: .fragmentsAllowed)
            state = try State.decode(former, shape: shape)
        }
    }

    /// The snapshot as JSON.
    public var data: Data {
        get throws { try JSON.encode(Content(shape: State.shape, state: state)) }
    }

    private struct Shape: Decodable {
        let shape: Int
    }

    private struct Content<Value: Codable>: Codable {
        let shape: Int
        let state: Value
    }
}
