import StateMachineTestSupport
import Testing

@testable import StateMachineExampleSupport

@Suite(.timeLimit(.minutes(5)), .computing) struct SearchQueryTests {
    @Test(arguments: [
        ("flower", "flower", true),
        ("flowers", "flower", true),
        ("FLOWERS", "Flower", true),
        ("flo", "flower", true),
        ("flower", "flow", false),
        ("flower", "sunflower", false),
        ("berries", "berry", true),
        ("leaves", "leaf", true),
        ("knives", "knife", true),
        ("beaches", "beach", true),
        ("roses", "rose", true),
        ("glass", "gla", false),
        ("as", "a", false),
        ("cafe", "café", true),
        ("red flower", "flower, red, garden", true),
        ("flower red", "flower, red, garden", true),
        ("red, flower!", "flower, red, garden", true),
        ("red boat", "flower, red, garden", false),
        ("york", "New York, city", true),
        ("", "anything", true),
        ("  ", "anything", true),
    ])
    func `a query matches tags or not`(query: String, tags: String, matches: Bool) {
        #expect(SearchQuery(query).matches(SearchQuery.words(of: tags)) == matches)
    }

    @Test func `the catalogue is large, and every line of it was read`() {
        let catalogue = ImageCatalogue.bundled
        let texts = [ImageCatalogue.nature, ImageCatalogue.animals, ImageCatalogue.people]
        #expect(catalogue.records.count >= 240)
        #expect(catalogue.records.count == texts.map { $0.split(separator: "\n").count }.reduce(0, +))
        for record in catalogue.records {
            #expect(3...6 ~= record.tags.count, "\(record.tags)")
            #expect(catalogue.record(withID: record.id)?.index == record.index)
        }
        #expect(Set(catalogue.records.map(\.tags)).count == catalogue.records.count)
        #expect(Set(catalogue.records.map(\.user)).count >= 10)
    }

    @Test func `a search for flowers has a second page`() {
        #expect(ImageCatalogue.bundled.search(SearchQuery("flowers")).count >= 25)
        #expect(ImageCatalogue.bundled.search(SearchQuery("yellow flowers")).count >= 3)
        #expect(ImageCatalogue.bundled.search(SearchQuery("xyzzy")).isEmpty)
        #expect(ImageCatalogue.bundled.search(SearchQuery("")).count == ImageCatalogue.bundled.records.count)
    }

    @Test func `only the number of a picture finds a picture`() {
        let catalogue = ImageCatalogue.bundled
        let ids = Set(catalogue.records.map(\.id))
        for id in -1...200_000 where !ids.contains(id) { #expect(catalogue.record(withID: id) == nil) }
    }
}
