/// Returns everything that steps lead to, one after the other, from the beginnings.
///
/// The beginnings are among the results. The scaffolding depends on no module with a
/// `BreadthFirstSearch`.
///
/// - Complexity: Proportional to the number of steps.
func reach(from beginnings: [String], _ next: (String) -> [String]) -> Set<String> {
    var reached = Set(beginnings)
    var open = beginnings
    while let last = open.popLast() {
        for state in next(last) where reached.insert(state).inserted { open.append(state) }
    }
    return reached
}
