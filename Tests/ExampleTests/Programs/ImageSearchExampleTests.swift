import Foundation
import StateMachineExampleSupport
import StateMachineLoopbackHTTP
import StateMachineTestSupport
import Testing

@Suite(.timeLimit(.minutes(5)), .outside) struct ImageSearchExampleTests {
    private func run(_ arguments: String..., input: String = "", environment: [String: String] = [:]) async throws
        -> Example.Result
    {
        try await Example.run("image-search", arguments, input: input, environment: environment)
    }

    @Test func `a search prints its transitions and an aligned table`() async throws {
        let result = try await run("flowers", "--limit", "3", "--latency", "0")
        #expect(result.status == 0)
        #expect(result.errors == "")
        #expect(
            result.output == """
                start ─ startSearch → searching                       +editing
                searching ─ search("flowers") → loading("flowers")    -editing  +fetching("flowers")
                loading("flowers") ─ success(3) → searchResults(3)    -fetching("flowers")
                    id  tags                                   user          size  likes
                195893  rose, flower, red, blossom, garden     Annelie  4000×5000    487
                195930  rose, flower, white, petals            Tomas_K  4000×2666   1837
                195967  roses, flower, bouquet, wedding, pink  Mirela   4000×2250    184
                3 of 47 images, page 1

                """
        )
    }

    @Test func `--json prints JSON and nothing else`() async throws {
        let result = try await run("flowers", "--json", "--limit=2", "--page", "2", "--latency", "0")
        let json = try JSONSerialization.jsonObject(with: Data(result.output.utf8)) as? [String: Any]
        #expect((json?["hits"] as? [[String: Any]])?.count == 2)
        #expect(json?["page"] as? Int == 2)
        #expect(json?["totalHits"] as? Int == 47)
        #expect(result.errors == "")
    }

    @Test func `a search without results says so`() async throws {
        let result = try await run("qwertyuiop", "--latency", "0")
        #expect(result.status == 0)
        #expect(result.lines.last == "no images found")
        #expect(
            try await run("flowers", "--limit", "20", "--page", "3", "--latency", "0").lines.last
                == "7 of 47 images, page 3"
        )
    }

    @Test(arguments: [SearchFault.status500, .timeout, .truncated, .garbage, .refused].usually { $0 != .timeout })
    func `each fault ends in the error state, with a message and a failing status`(fault: SearchFault) async throws {
        let result = try await run("flowers", "--fault", fault.rawValue, "--timeout", "1", "--latency", "0")
        #expect(result.status == 1)
        #expect(result.lines.last?.contains("─ failure → error") == true)
        #expect(result.errors.hasPrefix("image-search: ") && result.errors.split(separator: "\n").count == 1)
        let quiet = try await run("flowers", "--json", "--fault", fault.rawValue, "--timeout", "1", "--latency", "0")
        #expect(quiet.status == 1)
        #expect(quiet.output == "")
        #expect(quiet.errors.hasPrefix("image-search: "))
    }

    @Test(.thorough) func `the program waits for a slow service`() async throws {
        let result = try await run("flowers", "--fault", "slow", "--timeout", "20")
        #expect(result.status == 0)
        #expect(result.lines.last == "20 of 47 images, page 1")
    }

    @Test func `previews are saved as complete images`() async throws {
        let directory = FileManager.default.temporaryDirectory.appending(path: "previews \(UUID())")
        defer { try? FileManager.default.removeItem(at: directory) }
        let result = try await run("flowers", "--limit", "6", "--save", directory.path(percentEncoded: false))
        #expect(result.status == 0)
        #expect(result.lines.last?.hasPrefix("saved 6 previews, ") == true)
        let files = try FileManager.default.contentsOfDirectory(at: directory, includingPropertiesForKeys: nil)
        #expect(files.count == 6)
        for file in files {
            #expect(file.pathExtension == "png")
            #expect(try Data(contentsOf: file).starts(with: [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]))
        }
    }

    @Test func `a single image is counted in the singular, on a later page too`() async throws {
        let result = try await run("eagle", "--limit", "1", "--page", "2", "--latency", "0")
        #expect(result.lines.last == "1 image found, none on page 2")
    }

    @Test func `a single preview is counted in the singular`() async throws {
        let directory = FileManager.default.temporaryDirectory.appending(path: "preview \(UUID())")
        defer { try? FileManager.default.removeItem(at: directory) }
        let path = directory.path(percentEncoded: false)
        let result = try await run("flowers", "--limit", "1", "--latency", "0", "--save", path)
        #expect(result.lines.last?.hasPrefix("saved 1 preview, ") == true)
    }

    #if os(Linux)
    @Test(.enabled(if: TinyDisk.isAllowed, "mounting a small disk is not allowed here"))
    func `a full disk leads to an error with its reason`() async throws {
        let directory = FileManager.default.temporaryDirectory.appending(path: "full \(UUID())")
        try FileManager.default.createDirectory(at: directory, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: directory) }
        let disk = try TinyDisk(size: "4k", on: directory)
        defer { disk.unmount() }
        let path = directory.path(percentEncoded: false)
        let result = try await run("flowers", "--limit", "3", "--latency", "0", "--save", path)
        #expect(result.status == 1)
        #expect(
            result.errors.contains("cannot write preview ")
                && result.errors.contains(" to \(path): No space left on device\n"),
            "\(result.errors)"
        )
    }
    #endif

    @Test func `an endless answer is an error once it is too long`() async throws {
        let server = try LoopbackServer { _, writer in
            try writer.begin()
            let piece = [UInt8](repeating: 32, count: 64 * 1024)
            while true { try writer.write(piece) }
        }
        defer { server.stop() }
        let result = try await run("cats", "--endpoint", server.url)
        #expect(result.status == 1)
        #expect(result.errors == "image-search: The response is larger than 16 MB\n")
    }

    @Test func `a directory that cannot be created leads to a message and a failing status`() async throws {
        let result = try await run("flowers", "--limit", "3", "--latency", "0", "--save", "/dev/null/previews")
        #expect(result.status == 1)
        #expect(result.errors == "image-search: cannot create the directory /dev/null/previews: Not a directory\n")
    }

    @Test(arguments: [
        (["--nonsense"], "unknown option --nonsense"),
        (["flowers", "--page"], "--page needs a value"),
        (["flowers", "--page", "0"], "--page takes a whole number from 1 to 10000, not '0'"),
        (["flowers", "--limit", "many"], "--limit takes a whole number from 1 to 200, not 'many'"),
        (
            ["flowers", "--fault", "flood"],
            "unknown fault 'flood'; the faults are 500, timeout, truncated, garbage, refused, slow, none"
        ),
        (["flowers", "--endpoint", "ftp://x"], "--endpoint takes an http or https URL, not 'ftp://x'"),
        (
            ["flowers", "--endpoint", "http://127.0.0.1:1/", "--fault", "500"],
            "--fault works only with the service on 127.0.0.1; remove --endpoint"
        ),
        (
            ["flowers", "--endpoint", "http://127.0.0.1:99999"],
            "--endpoint takes an http or https URL, not 'http://127.0.0.1:99999'"
        ),
        (["flowers", "--json=yes"], "--json does not take a value"),
        (["--save", "x"], "--save needs a query"),
        ([" "], "the query is blank"),
        (["-x", "\u{1B}[2J"], "unknown option -x"),
    ])
    func `invalid arguments lead to the usage and status 64`(arguments: [String], message: String) async throws {
        let result = try await Example.run("image-search", arguments)
        #expect(result.status == 64)
        #expect(result.output == "")
        #expect(result.errors.hasPrefix("image-search: \(message)\nusage: image-search "))
    }

    @Test(arguments: ["--fault=500", "--latency=1"])
    func `a key for Pixabay excludes the options of the embedded service`(option: String) async throws {
        let result = try await Example.run(
            "image-search",
            ["flowers", option],
            environment: ["PIXABAY_API_KEY": "key"]
        )
        let name = option.prefix { $0 != "=" }
        #expect(result.status == 64)
        #expect(
            result.errors.hasPrefix(
                "image-search: \(name) works only with the service on 127.0.0.1; unset PIXABAY_API_KEY, which makes"
            )
        )
    }

    @Test func `help is not an error`() async throws {
        let result = try await run("--help")
        #expect(result.status == 0)
        #expect(result.output.contains("usage: image-search [QUERY]"))
    }

    @Test(arguments: [["cats"], []])
    func `Ctrl-C ends the program at once and leaves nothing behind`(arguments: [String]) async throws {
        let service = try ImageService(latency: .seconds(60))
        defer { service.stop() }
        let example = try Example("image-search", arguments + ["--endpoint", service.endpoint, "--timeout", "60"])
        if arguments.isEmpty { example.type("cats\n") }
        #expect(await eventually { service.requestsInProgress == 1 })
        #expect(await example.end(by: SIGINT).status == 130)
        #expect(await eventually { service.openConnections == 0 })
    }

    @Test func `a key in the environment is sent to the endpoint`() async throws {
        let service = try ImageService(latency: .zero)
        defer { service.stop() }
        let result = try await run(
            "cats",
            "--json",
            "--endpoint",
            service.endpoint,
            environment: ["PIXABAY_API_KEY": "k&y"]
        )
        #expect(result.status == 0)
        #expect(await eventually { service.log.last?.query["key"] == "k&y" })
    }

    @Test func `pages of one and two results have each image exactly once`() async throws {
        func ids(_ limit: Int, _ page: Int) async throws -> [Int] {
            let result = try await run(
                "flowers",
                "--json",
                "--latency",
                "0",
                "--limit",
                "\(limit)",
                "--page",
                "\(page)"
            )
            let json = try JSONSerialization.jsonObject(with: Data(result.output.utf8)) as? [String: Any]
            return (json?["hits"] as? [[String: Any]])?.compactMap { $0["id"] as? Int } ?? []
        }
        let all = try await ids(8, 1)
        #expect(all.count == 8)
        for limit in [1, 2] {
            var paged: [Int] = []
            for page in 1...(8 / limit) { paged += try await ids(limit, page) }
            #expect(paged == all)
        }
    }

    @Test(.enabled(if: FileManager.default.fileExists(atPath: "/dev/full"), "there is no /dev/full here"))
    func `output that cannot be written is an error`() async throws {
        let result = try await Example.run("image-search", ["cats", "--latency", "0"], to: "/dev/full")
        #expect(result.status == 1)
        #expect(result.errors == "image-search: cannot write: No space left on device\n")
    }
}
