/// A value in a JSON document, with its position.
struct JSONTree {
    indirect enum Value {
        case object(JSONMembers)
        case array([JSONTree])
        case string(String)
        case number(Double)
        case bool(Bool)
        case null
    }

    var value: Value
    var position: Position

    // MARK: Expected values

    func member(_ name: String) throws(ChartError) -> JSONTree {
        guard case .object(let members) = value, let member = members[name] else {
            throw ChartError(position, "“\(name)” is missing", expected: "an object that contains “\(name)”")
        }
        return member
    }

    /// Returns a member, or `nil` if it is missing.
    func optional(_ name: String) -> JSONTree? {
        if case .object(let members) = value { members[name] } else { nil }
    }

    var elements: [JSONTree] {
        get throws(ChartError) {
            guard case .array(let elements) = value else {
                throw ChartError(position, "a list is required here", expected: "[…]")
            }
            return elements
        }
    }

    var string: String {
        get throws(ChartError) {
            guard case .string(let text) = value else {
                throw ChartError(position, "a string is required here", expected: "\"…\"")
            }
            return text
        }
    }

    var bool: Bool {
        get throws(ChartError) {
            guard case .bool(let flag) = value else {
                throw ChartError(position, "a Boolean value is required here", expected: "true or false")
            }
            return flag
        }
    }

    /// Returns the value as an index of a list.
    ///
    /// - Parameters:
    ///   - list: The name of the list.
    ///   - count: The number of elements in the list.
    func index(of list: String, count: Int) throws(ChartError) -> Int {
        let expected = count > 0 ? "a number from 0 to \(count - 1)" : "a list with at least one element"
        guard case .number(let number) = value, let index = Int(exactly: number) else {
            throw ChartError(position, "an index of “\(list)” is required here", expected: expected)
        }
        guard index >= 0, index < count else {
            throw ChartError(position, "“\(list)” has no element with the index \(index)", expected: expected)
        }
        return index
    }
}
