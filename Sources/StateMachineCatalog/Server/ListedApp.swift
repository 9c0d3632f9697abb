/// An app in the list on the front page.
struct ListedApp: Encodable {
    struct Machine: Encodable {
        let name: String
        let type: String
        let number: Int

        /// The address of the page for the machine's type, if there is one.
        let page: String?
    }

    let app: String
    let process: Int
    let status: InspectedApp.Status
    let session: String

    /// The number of machines in the app.
    let count: Int

    /// The first machines of the app, up to the limit.
    let machines: [Machine]

    /// The maximum number of machines to list for an app.
    private static let limit = 100

    init(_ summary: InspectedApp.Summary, pages: ServedPages) {
        app = summary.app
        process = summary.process
        status = summary.status
        session = summary.session
        count = summary.machines.count
        machines = summary.machines.prefix(Self.limit).map { machine in
            let page = pages.name(ofType: machine.type).map { "/machines/\($0.asPathComponent)" }
            return Machine(name: machine.name, type: machine.type, number: machine.number, page: page)
        }
    }
}
