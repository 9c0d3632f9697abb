/// Returns whether two values are the same for a test, a law or a graph.
///
/// Equal values are the same. A NaN does not equal itself, so neither does a value that contains
/// one. Two such values are the same if their contents are: the stored properties, payloads and
/// elements that `Mirror` shows. Two NaNs are the same. Objects are the same only if they are equal
/// or one object.
///
/// `Array` compares two references to one buffer without looking at the elements. So an array with
/// a NaN can equal itself, and this function cannot ask a value whether it does.
///
/// - Complexity: The complexity of `==` for equal values. Otherwise the contents are compared, in
///   O(*n*²) for a set or a dictionary with *n* elements.
@inlinable
package func areSame<Value: Equatable>(_ one: Value, _ other: Value) -> Bool {
    one == other || haveSameContents(one, other)
}

/// Returns whether the contents of two unequal values are the same.
@usableFromInline
@inline(never)
package func haveSameContents(_ one: Any, _ other: Any) -> Bool { ContentComparison(of: one, with: other) == .same }

/// Returns whether a value, or a part of it that `Mirror` shows, does not equal itself.
///
/// An object's parts do not count.
@usableFromInline
func containsUnequalToItself(_ value: Any) -> Bool {
    if (value as? any Equatable).map({ Equality(of: $0, with: value) != .equal }) == true { return true }
    return !(type(of: value) is AnyClass)
        && Mirror(reflecting: value).children.contains { containsUnequalToItself($0.value) }
}

/// Returns whether two values of unknown types are the same; values that are not `Equatable` count
/// as the same if they have one type.
package func areSame(any one: Any, _ other: Any) -> Bool {
    func compare<Value: Equatable>(_ one: Value) -> Bool { (other as? Value).map { areSame(one, $0) } ?? false }
    guard let one = one as? any Equatable else { return type(of: one) == type(of: other) }
    return compare(one)
}

/// The result of comparing the contents of two values.
private enum ContentComparison {
    /// The contents differ.
    case different

    /// All contents are equal.
    case equal

    /// The contents are the same, and at least one of them does not equal itself.
    case same

    init(of one: Any, with other: Any) {
        guard type(of: one) == type(of: other) else {
            self = .different
            return
        }
        let equality = (one as? any Equatable).map { Equality(of: $0, with: other) }
        if equality == .equal {
            self = .equal
            return
        }
        let (mirror, others) = (Mirror(reflecting: one), Mirror(reflecting: other))
        let isUnordered = mirror.displayStyle == .set || mirror.displayStyle == .dictionary
        if type(of: one) is AnyClass {
            // An object without `==` is equal to itself alone.
            let isOne = (one as AnyObject) === (other as AnyObject)
            self = !isOne ? .different : equality == .unequalToThemselves ? .same : .equal
        } else if mirror.children.isEmpty || mirror.children.count != others.children.count {
            // All NaNs are alike, whatever their sign and payload are.
            let isAlike = one is any FloatingPoint || others.children.isEmpty && "\(one)" == "\(other)"
            switch equality {
            case .unequalToThemselves: self = isAlike ? .same : .different
            case .equal, .unequal: self = .different
            case nil: self = isAlike ? .equal : .different
            }
        } else {
            let pairs = isUnordered ? Self.matched(mirror, others) : Self.zipped(mirror, others)
            if pairs == .equal, let equality { self = equality == .unequal ? .different : .same } else { self = pairs }
        }
    }

    /// Compares the elements of two values in their order.
    private static func zipped(_ one: Mirror, _ other: Mirror) -> Self {
        var result = Self.equal
        for (one, other) in zip(one.children, other.children) {
            guard one.label == other.label else { return .different }
            result.combine(Self(of: one.value, with: other.value))
            if result == .different { break }
        }
        return result
    }

    /// Compares the elements of two values in any order.
    private static func matched(_ one: Mirror, _ other: Mirror) -> Self {
        var rest = other.children.map(\.value)
        var result = Self.equal
        for child in one.children {
            let comparisons = rest.lazy.map { Self(of: child.value, with: $0) }
            guard let index = comparisons.firstIndex(where: { $0 != .different }) else { return .different }
            result.combine(Self(of: child.value, with: rest.remove(at: index)))
        }
        return result
    }

    private mutating func combine(_ other: Self) {
        switch (self, other) {
        case (.different, _), (_, .different): self = .different
        case (.same, _), (_, .same): self = .same
        case (.equal, .equal): break
        }
    }
}

/// The results of `==` for two values.
private enum Equality {
    case equal
    case unequal
    case unequalToThemselves

    init<Value: Equatable>(of one: Value, with other: Any) {
        guard let other = other as? Value else {
            self = .unequal
            return
        }
        self = one == other ? .equal : one != one && other != other ? .unequalToThemselves : .unequal
    }
}
