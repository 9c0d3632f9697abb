import Foundation
import StateMachineExampleSupport
import StateMachineTestSupport
import Testing

/// The behavior that all examples share.
@Suite(.timeLimit(.minutes(5)), .outside) struct EveryExampleTests {
    /// The examples, with arguments that make them print something and end.
    static let examples = [
        ("gallery", ["--list"]), ("image-search", ["flowers", "--latency", "0"]),
        ("remote-content", ["--latency", "0"]),
        ("stream-monitor", ["--frames", "2"]), ("video", ["--speed", "1000"]),
    ]

    /// The examples, with arguments that make them read lines.
    static let readers = [
        ("gallery", ["Enemy"]), ("image-search", ["--latency", "0"]), ("remote-content", ["--latency", "0"]),
        ("stream-monitor", []), ("video", ["--speed", "1000"]),
    ]

    @Test(arguments: examples)
    func `a closed output pipe ends the program without a message, with status 141`(name: String, arguments: [String])
        async throws
    {
        for arguments in [arguments, ["--help"]] {
            let result = try await Example.run(name, arguments, isRead: false)
            #expect(result.status == 141)
            #expect(result.errors.split(separator: "\n").filter { !$0.hasSuffix("eight seconds of the sea") } == [])
        }
    }

    @Test(arguments: examples)
    func `the argument help means the same as --help`(name: String, arguments: [String]) async throws {
        let word = try await Example.run(name, ["help"])
        let option = try await Example.run(name, ["--help"])
        #expect(word.status == 0 && word.errors == "")
        #expect(word.output == option.output && word.output.contains("usage: \(name) "))
        #expect(word.output.contains("makes the exit status 64"))
        #expect(word.output.split(separator: "\n").filter { $0.count > 80 } == [])
    }

    @Test(arguments: readers)
    func `help is a command at each prompt`(name: String, arguments: [String]) async throws {
        for help in ["help", "?", " help "].usually({ name == "gallery" || $0 == "help" }) {
            let result = try await Example.run(name, arguments, input: "\(help)\n")
            #expect(result.status == 0)
            #expect(result.output.contains("quit"))
            #expect(!result.errors.contains("unknown command"))
        }
    }

    @Test(arguments: readers, [":nonsense", "fault x y z", "cat\u{1B}[A"])
    func `an invalid line from a pipe makes the status 64, and later lines still take effect`(
        reader: (name: String, arguments: [String]),
        line: String
    ) async throws {
        // An image search takes any words for a query.
        if reader.name == "image-search" && line.hasPrefix("fault") { return }
        let result = try await Example.run(reader.name, reader.arguments, input: "\(line)\nhelp\n")
        #expect(result.status == 64)
        #expect(result.errors.contains("\(reader.name): "))
        #expect(!result.errors.contains("\u{1B}") && result.output.contains("quit"))
        // No person has pressed a key.
        #expect(!result.errors.contains("arrow keys"))
    }

    @Test(arguments: examples + [("orders", ["--orders", "1"])])
    func `an inspector that is missing is an error`(name: String, arguments: [String]) async throws {
        let missing = try await Example.run(name, arguments + ["--inspect"], environment: ["MACHINE_INSPECTOR": ""])
        #expect(missing.status == 64 && missing.errors.contains("'swift run transition-tables serve'"))
    }

    @Test(.thorough) func `an inspector that is not there is no error`() async throws {
        // Nothing listens there; the end waits for it for a second.
        let address = "http://127.0.0.1:1/?token=" + String(repeating: "0123456789abcdef", count: 2)
        let absent = try await Example.run("gallery", ["Enemy", "--inspect", address])
        let plain = try await Example.run("gallery", ["Enemy"])
        #expect(absent.status == 0 && absent.output == plain.output)
    }

    #if canImport(FoundationNetworking)
    @Test(arguments: [
        ("image-search", ["x", "--endpoint"]), ("remote-content", []), ("stream-monitor", []), ("video", []),
    ])
    func `an IPv6 address is refused with advice`(name: String, arguments: [String]) async throws {
        for address in ["http://[::1]:8080/", "http://::1:8080/"] {
            let result = try await Example.run(name, arguments + [address])
            #expect(result.status == 64)
            #expect(result.errors.hasPrefix("\(name): '\(address)' contains an IPv6 address, "))
            #expect(result.errors.contains("use a host name such as localhost"))
        }
    }
    #endif
}
