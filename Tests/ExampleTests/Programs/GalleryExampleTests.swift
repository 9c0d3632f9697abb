import Foundation
import StateMachineTestSupport
import Testing

@Suite(.timeLimit(.minutes(5)), .outside) struct GalleryExampleTests {
    private func run(_ arguments: String..., input: String = "") async throws -> Example.Result {
        try await Example.run("gallery", arguments, input: input)
    }

    static let list = """
        1  TrafficLight       a light that changes by itself until it breaks
        2  Onboarding         the screens for a new user, which a phone call can interrupt
        3  FormValidation     a form with validation during input, in three regions
        4  PushNotifications  a permission that the system requests only once
        5  Enemy              an enemy that is in play only while it has health
        6  StreamSession      a camera stream, its layout and picture in picture, in three regions

        """

    @Test func `the machines are listed`() async throws {
        let result = try await run("--list")
        #expect(result.status == 0)
        #expect(result.output == Self.list)
        #expect(result.errors == "")
    }

    @Test func `a machine shows its events and transitions`() async throws {
        let result = try await run("Onboarding", input: "next\nskip\ninterruptionBegan\nnext\n5\n:activities\n:wait\n")
        #expect(result.status == 0)
        #expect(result.errors == "")
        #expect(
            result.output == """
                Onboarding
                state   showing(welcome)
                doing   coordination  screen(welcome)
                1  ✓  next               showing(tour)
                2  –  back
                3  ✓  skip               showing(account)
                4  ✓  interruptionBegan  interrupted(welcome)
                5  –  interruptionEnded
                showing(welcome) ─ next → showing(tour)                     -screen(welcome)  +screen(tour)
                showing(tour) ─ skip → showing(account)                     -screen(tour)  +screen(account)
                showing(account) ─ interruptionBegan → interrupted(account)  -screen(account)
                interrupted(account) ─ next → –
                interrupted(account) ─ interruptionEnded → showing(account)  +screen(account)
                coordination  screen(account)
                no transition happens by itself in this state

                """
        )
    }

    @Test func `a transition shows the regions that change, and the output after the event`() async throws {
        let stream = try await run("StreamSession", input: "1\n2\ndidEnter\nwillEnter\nstream(stop)\n")
        #expect(
            stream.lines.suffix(5) == [
                "stream: idle ─ stream(start) → stream: connecting           +stream(player)  +stream(connection)",
                "stream: connecting ─ stream(bufferFinished) → stream: live",
                "pictureInPicture: inactive ─ didEnterBackground → pictureInPicture: active  +pictureInPicture(overlay)",
                "stream: live, layout: portrait, pictureInPicture: active ─ willEnterForeground → =",
                "stream: live, pictureInPicture: active ─ stream(stop) → stream: idle, pictureInPicture: inactive"
                    + "  -pictureInPicture(overlay)  -stream(connection)  -stream(player)",
            ]
        )
        let enemy = try await run("Enemy", input: "takeDamage(0)\n1\nspecialAttack\n1\n:events\n")
        #expect(
            enemy.lines.suffix(8) == [
                "inPlay(health: 10) ─ takeDamage(0) → – notPositive",
                "inPlay(health: 10) ─ takeDamage(4) / flash → inPlay(health: 6)",
                "inPlay(health: 6) ─ specialAttack / remove → outOfPlay      -movement",
                "outOfPlay ─ takeDamage(4) → –",
                "1  –  takeDamage(4)", "2  –  takeDamage(0)", "3  –  specialAttack", "4  –  heal(4)",
            ]
        )
    }

    @Test func `a machine is chosen by number or name, and left for another one`() async throws {
        let result = try await run(input: "\n4\nask\n:back\npush\n:states\n:quit\nEnemy\n")
        #expect(result.status == 0)
        #expect(result.errors == "")
        let opening = "PushNotifications\nstate   notDetermined\n"
        #expect(result.output.hasPrefix(Self.list + opening))
        #expect(result.output.contains("notDetermined ─ ask → asking  ") && result.output.contains(Self.list + opening))
        #expect(result.lines.suffix(5) == ["● notDetermined", "  asking", "  granted", "  denied", "  settings"])
    }

    @Test func `a traffic light changes by itself`() async throws {
        let result = try await run("TrafficLight", "--second", "20", input: ":wait\n:wait\n:wait\n:quit\n")
        #expect(result.status == 0)
        #expect(
            result.lines.dropFirst(6).prefix(3) == [
                "red ─ timeIsUp → green                                      -timer(red)  +timer(green)",
                "green ─ timeIsUp → amber                                    -timer(green)  +timer(amber)",
                "amber ─ timeIsUp → red                                      -timer(amber)  +timer(red)",
            ]
        )
    }

    @Test func `a light that is out of order does not change`() async throws {
        let result = try await run("traffic", "--second", "60000", input: "didFail\n:wait\ndidRepair\n")
        #expect(
            result.lines.dropFirst(6) == [
                "red ─ didFail → flashing                                    -timer(red)  +flasher",
                "no transition happens by itself in this state",
                "flashing ─ didRepair → red                                  -flasher  +timer(red)",
            ]
        )
    }

    @Test(arguments: [
        ("jump", "unknown event 'jump'; choose from: next, back, skip, interruptionBegan, interruptionEnded"),
        ("6", "unknown event '6'; choose from: next, back, skip, interruptionBegan, interruptionEnded"),
        ("Inter", "'Inter' is ambiguous; choose from: interruptionBegan, interruptionEnded"),
        (
            ":jump",
            "unknown command ':jump'; the commands are :events, :states, :activities, :wait, :back, :quit and :help"
        ),
    ])
    func `an invalid line is an error, and the machine keeps its state`(line: String, message: String)
        async throws
    {
        let result = try await run("Onboarding", input: "\(line)\nnext\n")
        #expect(result.status == 64)
        #expect(result.errors == "gallery: \(message)\n")
        #expect(result.lines.last?.hasPrefix("showing(welcome) ─ next → showing(tour)") == true)
    }

    @Test(arguments: [
        (["--nonsense"], "unknown option --nonsense"),
        (["Enemy", "Onboarding"], "only one machine is allowed, but there are several: Enemy Onboarding"),
        (["--list", "Enemy"], "--list cannot be combined with a machine"),
        (["--second", "0"], "--second takes a whole number from 1 to 60000, not '0'"),
        (
            ["Elevator"],
            "unknown machine 'Elevator'; choose from: TrafficLight, Onboarding, FormValidation, PushNotifications, "
                + "Enemy, StreamSession"
        ),
    ])
    func `invalid arguments lead to a message and status 64`(arguments: [String], message: String) async throws {
        let result = try await Example.run("gallery", arguments)
        #expect(result.status == 64)
        #expect(result.output == "")
        let usage = "usage: gallery [MACHINE] [--list] [--second MS] [--inspect [ADDRESS]] [--help]"
        #expect(result.errors == "gallery: \(message)\n\(usage)\n")
    }

    @Test func `the help lists all commands`() async throws {
        let result = try await run("--help")
        #expect(result.status == 0)
        for word in ["--list", "--second", ":events", ":states", ":activities", ":wait", ":back", ":quit"] {
            #expect(result.output.contains(word))
        }
    }

    @Test func `Ctrl-C ends a visit, during :wait too`() async throws {
        let example = try Example("gallery", ["TrafficLight", "--second", "60000"])
        example.type(":activities\n:wait\n")
        #expect(await example.hasWritten("didRepair\ntimer(red)\n"))
        #expect(await example.end(by: SIGINT).status == 130)
    }
}
