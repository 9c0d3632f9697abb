import Foundation
import ImageSearchMachine
import StateMachineTestSupport
import StateMachines
import Testing

@Suite(.timeLimit(.minutes(5)), .computing) struct ImageSearchStateTests {
    static let image = ImageResult(
        id: 7,
        tags: ["rose", "flower"],
        user: "Ana",
        previewURL: URL(filePath: "/7.png"),
        webformatURL: URL(filePath: "/7.png")
    )
    static let loading = ImageSearchState.loading(query: "cats")
    static let found = ImageSearchState.searchResults([image])
    static let failed = ImageSearchState.error("offline")
    static let search = ImageSearchState.Event.search("dogs")
    static let blank = ImageSearchState.Event.search(" \t\n")
    static let success = ImageSearchState.Event.success([image])
    static let failure = ImageSearchState.Event.failure("timed out")

    static let pairs: [Pair<ImageSearchState>] = [
        Pair(.start, .startSearch, .searching, enters: [.editing]),
        Pair(.start, .cancel),
        Pair(.start, search),
        Pair(.start, blank),
        Pair(.start, success),
        Pair(.start, failure),

        Pair(.searching, .startSearch),
        Pair(.searching, .cancel, .start, exits: [.editing]),
        Pair(.searching, search, .loading(query: "dogs"), exits: [.editing], enters: [.fetching(query: "dogs")]),
        Pair(.searching, blank),
        Pair(.searching, success),
        Pair(.searching, failure),

        Pair(loading, .startSearch, .searching, exits: [.fetching(query: "cats")], enters: [.editing]),
        Pair(loading, .cancel),
        Pair(loading, search),
        Pair(loading, blank),
        Pair(loading, success, found, exits: [.fetching(query: "cats")]),
        Pair(loading, failure, .error("timed out"), exits: [.fetching(query: "cats")]),

        Pair(found, .startSearch, .searching, enters: [.editing]),
        Pair(found, .cancel),
        Pair(found, search),
        Pair(found, blank),
        Pair(found, success),
        Pair(found, failure),

        Pair(failed, .startSearch, .searching, enters: [.editing]),
        Pair(failed, .cancel),
        Pair(failed, search),
        Pair(failed, blank),
        Pair(failed, success),
        Pair(failed, failure),
    ]

    @Test(arguments: pairs)
    func `every pair does what is written down`(pair: Pair<ImageSearchState>) {
        pair.check()
    }

    @Test func `every pair is written down`() {
        expectComplete(Self.pairs, states: 5, events: 6)
    }

    @Test(arguments: ["", " ", "\n\t", "\u{00A0}\u{2003}"])
    func `a query of nothing but space is invalid`(query: String) {
        Pair(ImageSearchState.searching, .search(query)).check()
        #expect(ImageSearchState.searching.rejection(of: .search(query)) == .blankQuery)
        #expect(ImageSearchState.start.rejection(of: .search(query)) == .invalid)
    }
}
