import Foundation
import StateMachineInspectionMessages
import StateMachineLoopbackHTTP
import StateMachineTestSupport
import Testing

@testable import StateMachineCatalog

@Suite(.timeLimit(.minutes(5)), .outside) struct ServeTests {
    /// Waits until a server that was started has printed its address.
    private func address(of serve: Example) async throws -> InspectorAddress {
        try #require(await serve.hasWritten("Ctrl-C"), "\(serve.transcript)")
        let export = try #require(serve.transcript.firstMatch(of: /export MACHINE_INSPECTOR='([^']*)'/))
        return try InspectorAddress(String(export.1))
    }

    @Test func `the program serves until Ctrl-C, and says where`() async throws {
        let serve = try Example("transition-tables", ["serve", "--no-open"])
        let address = try await address(of: serve)
        let page = Page(address)
        #expect(await page.messages("ready", count: 1).count == 1)
        let client = try RawClient(port: URL(string: address.origin)?.port ?? 0)
        let head = "Host: \(address.origin.dropFirst(7))\r\nMachine-Inspector-Token: \(address.token)\r\n\r\n"
        client.send("GET / HTTP/1.0\r\n\(head)")
        let index = await client.read().text
        #expect(index.contains("href=\"/machines/VideoState\"") && !index.contains(address.token))
        let result = await serve.end(by: SIGINT)
        #expect(result.status == 128 + SIGINT && result.errors.isEmpty)
        #expect(result.output.contains("export MACHINE_INSPECTOR='\(address.text)'"))
    }

    @Test(.thorough) func `the program runs the one that was built after it, at the same address`() async throws {
        let name = "transition-tables-\(UUID())"
        let (original, copy) = (
            Example.products.appending(path: "transition-tables"), Example.products.appending(path: name)
        )
        // A copy could not be run while a program that another test starts has it open for writing.
        try FileManager.default.linkItem(at: original, to: copy)
        defer { try? FileManager.default.removeItem(at: copy) }
        let known = InspectorAddress(origin: "http://127.0.0.1:1", token: testToken)
        let serve = try Example(
            name,
            ["serve", "--no-open", "--port", "0"],
            environment: [InspectorAddress.variable: known.text]
        )
        let page = Page(try await address(of: serve))
        let first = try #require(await page.messages("hello", count: 1).first)

        let new = copy.appendingPathExtension("new")
        try FileManager.default.copyItem(at: original, to: new)
        #expect(rename(new.path, copy.path) == 0)
        let hellos = await page.messages("hello", count: 2)
        #expect(hellos.count == 2 && hellos.last?["server"] != first["server"])
        #expect(page.messages("reload").count == 1)
        let result = await serve.end(by: SIGTERM)
        #expect(result.status == 128 + SIGTERM)
        // The first program has said that the port is another one, and the second one does not.
        #expect(result.errors.matches(of: /instead of the port in/).count == 1, "\(result.errors)")
    }

    @Test func `the program serves again at the address of the environment`() async throws {
        let first = try Example("transition-tables", ["serve", "--no-open"])
        let before = try await address(of: first)
        #expect(await first.end(by: SIGKILL).status == 128 + SIGKILL)
        let second = try Example(
            "transition-tables",
            ["serve", "--no-open"],
            environment: [InspectorAddress.variable: before.text]
        )
        #expect(try await address(of: second) == before)
        #expect(await second.end(by: SIGKILL).errors.isEmpty)
        // The same port as in the variable is worth no word.
        let third = try Example(
            "transition-tables",
            ["serve", "--no-open", "--port", "\(try #require(before.port))"],
            environment: [InspectorAddress.variable: before.text]
        )
        #expect(try await address(of: third) == before)
        #expect(await third.end(by: SIGTERM).errors.isEmpty)
    }

    @Test func `a port that is taken is an error`() async throws {
        let server = try LoopbackServer { _, _ in }
        let result = try await Example.run("transition-tables", ["serve", "--no-open", "--port", "\(server.port)"])
        #expect(result.status == 1, "\(result.errors)")
        #expect(result.errors.contains("cannot use port \(server.port) of 127.0.0.1: Address already in use."))
        #expect(result.errors.contains("Choose another port with --port"))
        let address = InspectorAddress(origin: server.url, token: testToken).text
        let environment = [InspectorAddress.variable: address]
        let other = try await Example.run("transition-tables", ["serve", "--no-open"], environment: environment)
        #expect(other.status == 1 && other.errors.contains("unset the variable"), "\(other.errors)")
        server.stop()
    }

    @Test(arguments: ["http://evil.com:80/?token=\(testToken)", "http://127.0.0.1:80/?token=a", "nonsense"])
    func `a variable that is not the address of an inspector is an error`(text: String) async throws {
        let environment = [InspectorAddress.variable: text]
        let result = try await Example.run("transition-tables", ["serve", "--no-open"], environment: environment)
        #expect(result.status == 1 && result.output.isEmpty)
        #expect(
            result.errors.contains("MACHINE_INSPECTOR does not contain the address of an inspector."),
            "\(result.errors)"
        )
    }

    @Test func `the program says when it does not use the port of the variable`() async throws {
        let address = InspectorAddress(origin: "http://127.0.0.1:1", token: testToken)
        let environment = [InspectorAddress.variable: address.text]
        let serve = try Example("transition-tables", ["serve", "--no-open", "--port", "0"], environment: environment)
        #expect(try await self.address(of: serve).token == testToken)
        let errors = await serve.end(by: SIGTERM).errors
        #expect(errors.contains("--port 0 instead of the port in MACHINE_INSPECTOR"), "\(errors)")
    }

    @Test func `Enter prints another link, and the end of the input ends nothing`() async throws {
        let serve = try Example("transition-tables", ["serve", "--no-open"])
        let address = try await address(of: serve)
        serve.type("\n")
        #expect(await eventually { serve.transcript.matches(of: /\?once=/).count == 2 })
        let codes = serve.transcript.matches(of: /\?once=(\w+)/).map { String($0.1) }
        #expect(Set(codes).count == 2)
        for (code, status) in zip(codes + [codes[1]], [403, 303, 403]) {
            let client = try RawClient(port: try #require(address.port))
            client.send("GET /?once=\(code) HTTP/1.0\r\nHost: \(address.origin.dropFirst(7))\r\n\r\n")
            #expect(await client.read().text.hasPrefix("HTTP/1.1 \(status) "))
        }
        _ = await serve.end(by: SIGTERM)
    }

    @Test func `the address is opened in a browser`() async throws {
        let folder = FileManager.default.temporaryDirectory.appending(path: "browser-\(UUID())")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        let opened = folder.appending(path: "opened")
        for name in ["open", "xdg-open"] {
            let file = folder.appending(path: name)
            try Data("#!/bin/sh\necho \"$1\" > \(opened.path).part\n/bin/mv \(opened.path).part \(opened.path)\n".utf8)
                .write(to: file)
            try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: file.path)
        }
        let serve = try Example("transition-tables", ["serve"], environment: ["PATH": folder.path])
        let address = try await address(of: serve)
        #expect(await eventually { FileManager.default.fileExists(atPath: opened.path) })
        let link = try String(contentsOf: opened, encoding: .utf8)
        #expect(link.hasPrefix("\(address.origin)/?once=") && !link.contains(address.token))
        _ = await serve.end(by: SIGTERM)
    }

    @Test func `a file in the place of another one is told from it, though it is as old and as large`() throws {
        try inTemporaryFolder { folder in
            let (file, other) = (folder.appending(path: "program"), folder.appending(path: "other"))
            for file in [file, other] {
                try Data("program".utf8).write(to: file)
                let date = Date(timeIntervalSince1970: 1000)
                try FileManager.default.setAttributes([.modificationDate: date], ofItemAtPath: file.path)
            }
            let first = try #require(ExecutableWatch.Stamp(of: file))
            #expect(first == ExecutableWatch.Stamp(of: file))
            #expect(rename(other.path, file.path) == 0)
            let second = try #require(ExecutableWatch.Stamp(of: file))
            #expect(first.date == second.date && first.size == second.size && first != second)
        }
    }

    @Test func `a program has been built when its file has changed, and does not change any more`() {
        func stamp(_ size: Int) -> ExecutableWatch.Stamp {
            .init(date: Date(timeIntervalSince1970: 0), size: size, number: 1)
        }
        var watch = ExecutableWatch(stamp(1))
        let looks = [stamp(1), nil, stamp(2), stamp(3), stamp(3), nil, nil, stamp(1), stamp(1)].map {
            watch.hasChanged($0)
        }
        #expect(looks == [false, false, false, false, true, false, false, false, false])
    }
}
