import StateMachineDiagrams
import StateMachineGraphs
import StateMachineTestSupport
import StateMachines
import Testing

@testable import StateMachineCatalog

@Suite(.serialized, .timeLimit(.minutes(5)), .outside) struct CompositionPageTests {
    @Test
    func `a state of a child that the parent leaves at once needs no sample, and the page says what becomes of it`()
        throws
    {
        let machine = try #require(try MachineCatalog(.machine(Sharing.self)).described([]).first)
        #expect(machine.passing.map(\.path) == [["uploading", "finished"]])
        let page = MarkdownPage(machine).text
        #expect(
            page.contains("- The machine exits uploading.finished immediately, within the event that leads there.\n")
        )
    }

    @Test func `a listed passing state needs no sample, and the page says what becomes of it`() throws {
        let machine = try #require(try MachineCatalog(.machine(Brewing.self)).described([]).first)
        let page = MarkdownPage(machine).text
        #expect(page.contains("- The machine exits rinsed immediately, within the event that leads there.\n"))
    }

    @Test func `a state of a child that no event shows is exempt by name, and the page gives the reason`() throws {
        let error = #expect(throws: Problem.self) { _ = try MachineCatalog(.machine(Posting.self)).described([]) }
        #expect(
            try #require(error?.description).contains(
                "no sample event produces the case finished of StateMachineCatalogTests.Upload. Add it to sampleEvents, or add an event"
            )
        )
        #expect(error?.description.contains(".init(Upload.finished, because:") == true)

        let exemption = MachineDescription.Exemption(Upload.finished, because: "an answer ends the upload")
        let catalog = MachineCatalog(.machine(Posting.self, exemptions: [exemption]))
        let page = MarkdownPage(try #require(try catalog.described([]).first)).text
        #expect(
            page.contains(
                "- No sample event produces finished, a case of StateMachineCatalogTests.Upload: an answer ends the upload."
            )
        )
    }

    @Test func `an exemption does not hide a case of another type that has the same name`() throws {
        enum Download { case waiting, finished }
        let graph = try StateGraph(exploring: Posting.self)
        func defects(_ exemption: MachineDescription.Exemption) -> [String] {
            MachineDescription(of: graph, exemptions: [exemption]).defects
        }
        #expect(defects(.init(Upload.finished, because: "an answer ends the upload")) == [])
        #expect(
            defects(.init(Download.finished, because: "nobody downloads")) == [
                "No sample event leads to finished, a case of Upload."
            ]
        )
    }

    @Test(arguments: [
        MachineDescription.Exemption(Upload.finished, because: "the parent leaves it"),
        MachineDescription.Exemption(Upload.sending, because: "it is there"),
        MachineDescription.Exemption(Complete.found, because: "it belongs to another machine"),
    ])
    func `an exemption without need is an error`(exemption: MachineDescription.Exemption) throws {
        let catalog = MachineCatalog(.machine(Sharing.self, exemptions: [exemption]))
        let error = #expect(throws: Problem.self) { _ = try catalog.described([]) }
        #expect(try #require(error?.description).contains("is not needed. Remove it."))
    }
}
