extension Int {
    /// The number with a noun: "1 preview", "2 previews".
    package func counted(_ noun: String, plural: String? = nil) -> String {
        "\(self) \(self == 1 ? noun : plural ?? noun + "s")"
    }
}
