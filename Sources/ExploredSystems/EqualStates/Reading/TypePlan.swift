/// How the values of a type are read where they are stored, without a box around each of them.
///
/// There are plans for structs, tuples, enums and built-in values, because a stored property of
/// such a type contains exactly this type. A class may have subclasses, and an existential may
/// contain any type.
final class TypePlan {
    enum Way {
        case wholeNumber(WholeNumber)
        case text
        case fields([Field], isWhole: Bool)
        case optional(EnumWitness, TypePlan)
        /// An enum whose first cases, in the order of their numbers, have payloads.
        case `enum`(EnumWitness, payloadCases: Int)
        case collection(any NamedCollection.Type, key: Part, value: Part?)
        /// In a box, as the form of the type says.
        case boxed
    }

    /// A stored property.
    final class Field {
        let property: TypeLayout.Field
        let name: String
        let plan: TypePlan?
        /// The type that declares the property, if it is a user's own, and the name.
        let place: StoredPlace?
        /// The kind of the integers in the property, and of the keys of a dictionary.
        let kind: (values: Int?, keys: Int?)

        init(
            _ property: TypeLayout.Field,
            _ name: String,
            _ plan: TypePlan?,
            _ place: StoredPlace?,
            _ kinds: IdentifierKinds
        ) {
            (self.property, self.name, self.plan, self.place) = (property, name, plan, place)
            kind = (kinds.kind(ofProperty: name), kinds.kind(ofKeysIn: name))
        }
    }

    /// The elements, the keys or the values of a collection, which may be of the collection's type.
    final class Part {
        let type: Any.Type
        private let forms: TypeForms
        private(set) lazy var plan = forms.plan(of: type)
        /// Whether an element, or a value of such a key, has led to an address.
        ///
        /// It only tells in which way to read further elements; the words are the same.
        var leadsToObjects = false

        init(_ type: Any.Type, _ forms: TypeForms) { (self.type, self.forms) = (type, forms) }
    }

    let type: Any.Type
    let form: TypeForm
    let way: Way
    /// The kind of the identifiers that the type is.
    let kind: Int?
    /// The word that represents the type.
    let word: UInt64

    init(_ type: Any.Type, _ form: TypeForm, kind: Int?, _ forms: TypeForms) {
        (self.type, self.form, self.kind) = (type, form, kind)
        word = UInt64(UInt(bitPattern: ObjectIdentifier(type)))
        way = Self.way(of: type, form, forms)
    }

    private static func way(of type: Any.Type, _ form: TypeForm, _ forms: TypeForms) -> Way {
        // These types cannot be read in another way.
        if let number = WholeNumber(type) { return .wholeNumber(number) }
        if type == String.self { return .text }
        switch form {
        case .fields(let isOwn, let isWhole):
            return .fields(forms.fields(of: type, isOwn: isOwn), isWhole: isWhole)
        case .enum: return enumWay(of: type, forms) ?? .boxed
        case .collection:
            guard let collection = type as? any NamedCollection.Type else { return .boxed }
            let (key, value) = collection.partTypes
            return .collection(collection, key: Part(key, forms), value: value.map { Part($0, forms) })
        case .custom, .object, .number, .address, .identity, .function, .keyPath, .encoded, .description:
            return .boxed
        }
    }

    private static func enumWay(of type: Any.Type, _ forms: TypeForms) -> Way? {
        guard let witness = EnumWitness(of: type) else { return nil }
        guard let optional = type as? any WrappingOptional.Type else {
            return witness.payloadCases.map { .enum(witness, payloadCases: $0) }
        }
        return forms.plan(of: optional.wrapped).map { .optional(witness, $0) }
    }
}

/// A type with the name of one of its stored properties.
final class StoredPlace {
    let type: Any.Type
    let name: String

    init(_ type: Any.Type, _ name: String) { (self.type, self.name) = (type, name) }
}

/// An optional, whose value is stored at its beginning.
private protocol WrappingOptional {
    static var wrapped: Any.Type { get }
}

extension Optional: WrappingOptional {
    fileprivate static var wrapped: Any.Type { Wrapped.self }
}
