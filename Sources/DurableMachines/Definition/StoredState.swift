import Foundation

/// A state whose encoded form can change from one version of a program to the next.
///
/// Raise ``shape`` when old data no longer decodes as the current type, and add a ``Migration``
/// from each earlier shape:
///
/// ```swift
/// extension Draft: StoredState {
///     static var shape: Int { 2 }
///
///     static var migrations: [Migration<Draft>] {
///         [Migration(from: 1) { (text: String) in .editing(Text(text)) }]
///     }
/// }
/// ```
public protocol StoredState: Codable, Sendable {
    /// The number of the current encoded form; 1 by default.
    static var shape: Int { get }

    /// The migrations from other shapes; none by default.
    ///
    /// A migration from a newer shape lets this version of the program read states that the next
    /// version writes. If you deploy this migration before the next version, processes of both
    /// versions can use the fleet at the same time.
    static var migrations: [Migration<Self>] { get }
}

extension StoredState {
    /// The default value, 1.
    public static var shape: Int { 1 }

    /// The default value, no migrations.
    public static var migrations: [Migration<Self>] { [] }
}

/// A conversion of states with another shape to the current type.
///
/// Migrations are not chained: each one leads from its shape to the current type.
public struct Migration<State: StoredState>: Sendable {
    /// The shape of the states that this migration converts.
    public let shape: Int

    let state: @Sendable (Data) throws -> State

    /// Creates a migration from a shape.
    ///
    /// - Parameters:
    ///   - shape: The other shape.
    ///   - convert: Converts a state that was decoded as the type that corresponds to that shape.
    public init<Other: Decodable & SendableMetatype>(
        from shape: Int,
        _ convert: @escaping @Sendable (Other) throws -> State
    ) {
        self.shape = shape
        state = { data in try convert(JSON.decode(Other.self, from: data)) }
    }
}

extension StoredState {
    /// Decodes a state of the current shape, or of a shape that has a migration.
    static func decode(_ data: Data, shape: Int) throws -> Self {
        if shape == Self.shape { return try JSON.decode(Self.self, from: data) }
        guard let migration = migrations.first(where: { $0.shape == shape }) else {
            if shape > Self.shape { throw ShapeError.newer(shape, than: Self.shape) }
            throw ShapeError.noMigration(from: shape, to: Self.shape)
        }
        return try migration.state(data)
    }

    /// Whether a shape is newer than this program and has no migration.
    static func isTooNew(_ shape: Int) -> Bool {
        shape > Self.shape && !migrations.contains { $0.shape == shape }
    }
}

/// An error about the shape of a stored state.
public enum ShapeError: Error, Hashable, CustomStringConvertible {
    /// The state was written by a newer version of the program, and there is no migration from it.
    case newer(Int, than: Int)

    /// The type has no migration from the shape of the state.
    case noMigration(from: Int, to: Int)

    /// A sentence about the two shapes.
    public var description: String {
        switch self {
        case .newer(let shape, let current):
            "The state has shape \(shape), and this program knows shapes up to \(current). Use a newer program."
        case .noMigration(let shape, let current):
            "The state has shape \(shape), and the type has no migration from it to shape \(current)."
        }
    }
}
