import StateMachines

/// The declaration order of the cases of enums, as far as values of the enums tell it.
///
/// A `CaseIterable` enum's order is that of `allCases`. Another enum's metadata contains the order
/// of the cases with a payload and of the cases without, but not how the two are mixed, which the
/// order of the values decides.
package struct CaseOrder: Hashable, Sendable {
    private var enums: [String: Enum] = [:]

    private struct Enum: Hashable, Sendable {
        /// Cases in the known orders.
        var declared: [[String]]

        /// Cases of the values, in the values' order.
        var found: [String] = []
    }

    package init() {}

    /// Adds the enums in a value.
    ///
    /// - Parameters:
    ///   - value: The value.
    ///   - name: The value's name.
    package mutating func add(_ value: Any, _ name: ValueName) {
        guard name.hasNews(for: self) else { return }
        add(value)
    }

    /// Returns the cases of an enum in the order of their declaration, or `nil` if it is unknown.
    ///
    /// The list contains only the cases of added values, unless the enum is `CaseIterable`.
    ///
    /// - Parameter type: The enum's name with its module.
    package func cases(of type: String) -> [String]? {
        guard let cases = enums[type] else { return nil }
        var lists = cases.declared.map { $0.filter { cases.declared.count < 2 || cases.found.contains($0) }[...] }
        var merged: [String] = []
        // A case comes early if it or a case after it in the same list was found early.
        func place(of list: Int) -> Int { lists[list].map { cases.found.firstIndex(of: $0) ?? .max }.min() ?? .max }
        while let next = lists.indices.filter({ !lists[$0].isEmpty }).min(by: { place(of: $0) < place(of: $1) }) {
            merged.append(lists[next].removeFirst())
        }
        return merged
    }

    fileprivate func contains(_ caseName: String, of type: String) -> Bool {
        enums[type]?.found.contains(caseName) == true
    }

    private mutating func add(_ value: Any) {
        let mirror = Mirror(reflecting: value)
        if mirror.displayStyle == .enum {
            let type = String(reflecting: mirror.subjectType)
            if enums[type] == nil { enums[type] = Enum(declared: Self.declaredCases(of: mirror.subjectType)) }
            let caseName = ValueName.caseName(of: value, mirror)
            if !contains(caseName, of: type) { enums[type]?.found.append(caseName) }
        }
        for child in mirror.children { add(child.value) }
    }

    private static func declaredCases(of type: Any.Type) -> [[String]] {
        func all<All: CaseIterable>(_ type: All.Type) -> [String] { type.allCases.map { ValueName.ownName(of: $0) } }
        if let type = type as? any CaseIterable.Type { return [all(type).uniqued()] }
        return casesByPayload(of: type).map { [$0.with, $0.without] } ?? []
    }
}

extension ValueName {
    /// Whether the name contains a case that the order does not contain yet.
    fileprivate func hasNews(for order: CaseOrder) -> Bool {
        if hasCase, let caseName, !order.contains(caseName, of: type) { return true }
        return regions.contains { $0.name.hasNews(for: order) }
    }
}
