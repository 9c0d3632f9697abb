/// A value in a JSON document, and where it is.
struct JSONTree {
    indirect enum Value {
        case object([String: JSONTree])
        case array([JSONTree])
        case string(String)
        case number(Double)
        case bool(Bool)
        case null
    }

    var value: Value
    var position: Position

    // MARK: What is expected

    func member(_ name: String) throws(ChartError) -> JSONTree {
        guard case .object(let members) = value, let member = members[name] else {
            throw ChartError(position, "“\(name)” is missing", expected: "an object with “\(name)”")
        }
        return member
    }

    /// A member that may be absent.
    func optional(_ name: String) -> JSONTree? {
        if case .object(let members) = value { members[name] } else { nil }
    }

    var elements: [JSONTree] {
        get throws(ChartError) {
            guard case .array(let elements) = value else {
                throw ChartError(position, "this is no list", expected: "[…]")
            }
            return elements
        }
    }

    var string: String {
        get throws(ChartError) {
            guard case .string(let text) = value else {
                throw ChartError(position, "this is no text", expected: "\"…\"")
            }
            return text
        }
    }

    var bool: Bool {
        get throws(ChartError) {
            guard case .bool(let flag) = value else {
                throw ChartError(position, "this is no truth value", expected: "true or false")
            }
            return flag
        }
    }

    /// An index in a list.
    func index(below count: Int) throws(ChartError) -> Int {
        guard case .number(let number) = value, let index = Int(exactly: number), index >= 0, index < count else {
            throw ChartError(position, "this is no index in the list", expected: "a number from 0 to \(count - 1)")
        }
        return index
    }
}
