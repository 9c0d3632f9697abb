func titles(for query: String) async throws -> [String] {
    if query == "cats" { try await Task.sleep(for: .seconds(3600)) }
    return ["Asleep", "At the beach"]
}
