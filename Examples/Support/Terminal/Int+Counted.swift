extension Int {
    /// Returns the number with a noun, such as "1 preview" or "2 previews".
    package func counted(_ noun: String, plural: String? = nil) -> String {
        "\(self) \(self == 1 ? noun : plural ?? noun + "s")"
    }
}
