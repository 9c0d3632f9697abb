/// The colors of a picture.
package struct DiagramColors: Sendable {
    let background: String
    package let ink: String
    let line: String
    let state: String
    package let frame: String
    let composite: String
    let failure: String
    let failureLine: String
    let note: String

    /// The colors for a white page.
    package static let light = DiagramColors(
        background: "white",
        ink: "#1f2933",
        line: "#52606d",
        state: "#f0f4f8",
        frame: "#9fb3c8",
        composite: "#fbfcfd",
        failure: "#fdecea",
        failureLine: "#c0392b",
        note: "#627d98"
    )

    /// The colors for a nearly black page.
    package static let dark = DiagramColors(
        background: "#0d1117",
        ink: "#e6edf3",
        line: "#9aa7b4",
        state: "#1c2733",
        frame: "#4d6378",
        composite: "#131a22",
        failure: "#3b1a1d",
        failureLine: "#ff8a80",
        note: "#9fb8d0"
    )
}
