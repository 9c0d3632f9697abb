/// Returns a number with a noun, such as `1 state` or `2 states`.
func count(_ number: Int, _ noun: String) -> String { "\(number) \(noun)\(number == 1 ? "" : "s")" }
