import Foundation

/// A state whose encoded form can change from one version of a program to the next.
///
/// A *shape* is the version number of that form. When old data no longer decodes as the current
/// type, raise ``shape`` and add a ``StateMigration`` from each earlier shape:
///
/// ```swift
/// extension Draft: StoredState {
///     static var shape: Int { 2 }
///
///     static var migrations: [StateMigration<Draft>] {
///         [StateMigration(from: 1) { (text: String) in .editing(Text(text)) }]
///     }
/// }
/// ```
public protocol StoredState: Codable, Sendable {
    /// The version number of the current encoded form; 1 by default.
    static var shape: Int { get }

    /// The migrations from other shapes; none by default.
    ///
    /// Usually, migrations lead from earlier shapes to the current one. Going the other way helps
    /// during a deployment: if today's program already has a migration from the next shape, it can
    /// read the states that the next version writes. Processes of both versions can then use the
    /// fleet at the same time.
    static var migrations: [StateMigration<Self>] { get }
}

extension StoredState {
    /// The default value, 1.
    public static var shape: Int { 1 }

    /// The default value, no migrations.
    public static var migrations: [StateMigration<Self>] { [] }
}

/// A conversion of states with another shape to the current type.
///
/// Migrations aren't chained: each leads from its shape directly to the current type.
public struct StateMigration<State: StoredState>: Sendable {
    let shape: Int
    let state: @Sendable (Data) throws -> State

    /// Creates a migration from a shape.
    ///
    /// - Parameters:
    ///   - shape: An earlier or newer shape.
    ///   - convert: Converts a state from that shape's type.
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
    static func decode(_ data: Data, shape: Int) throws(StoredStateError) -> Self {
        let decode: (Data) throws -> Self
        if shape == Self.shape {
            decode = { try JSON.decode(Self.self, from: $0) }
        } else if let migration = migrations.first(where: { $0.shape == shape }) {
            decode = migration.state
        } else if shape > Self.shape {
            throw .newerShape(shape, than: Self.shape)
        } else {
            throw .noMigration(from: shape, to: Self.shape)
        }
        do { return try decode(data) } catch { throw .undecodable(error) }
    }

    /// Whether a shape is newer than this program and has no migration.
    static func isTooNew(_ shape: Int) -> Bool {
        shape > Self.shape && !migrations.contains { $0.shape == shape }
    }
}

/// An error that occurs when a stored state is encoded or decoded.
public enum StoredStateError: Error, CustomStringConvertible {
    /// A newer version of the program wrote the state, and its shape has no migration.
    case newerShape(Int, than: Int)

    /// The type has no migration from the state's shape.
    case noMigration(from: Int, to: Int)

    /// The data does not contain such a state, or a migration failed; the value is the error from
    /// the decoder or the migration.
    case undecodable(any Error)

    /// The state cannot be encoded, for example because it contains a NaN; the value is the
    /// encoder's error.
    case unencodable(any Error)

    /// A sentence about the two shapes, or the error from the decoder, the migration, or the
    /// encoder.
    public var description: String {
        switch self {
        case .newerShape(let shape, let current):
            "The state has shape \(shape), but this program knows only shapes up to \(current). Use a newer program."
        case .noMigration(let shape, let current):
            "The state has shape \(shape), but the type has no migration from that shape to shape \(current)."
        case .undecodable(let error), .unencodable(let error): "\(error)"
        }
    }
}

/// Encodes and decodes everything that is stored.
enum JSON {
    private static let encoder = {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        return encoder
    }()

    private static let decoder = JSONDecoder()

    static func encode(_ value: some Encodable) throws -> Data { try encoder.encode(value) }

    static func decode<Value: Decodable>(_ type: Value.Type, from data: Data) throws -> Value {
        try decoder.decode(type, from: data)
    }
}
