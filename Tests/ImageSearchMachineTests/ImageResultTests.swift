import Foundation
import ImageSearchMachine
import StateMachineExampleSupport
import StateMachineTestSupport
import StateMachineTesting
import Testing

@Suite(.timeLimit(.minutes(5)), .computing) struct ImageResultTests {
    @Test func `the least that a service may say of an image is enough`() throws {
        let json =
            #"{"id": 1, "tags": " a ,b,, c", "user": "u", "previewURL": "http://h/p", "webformatURL": "http://h/w"}"#
        let image = try JSONDecoder().decode(ImageResult.self, from: Data(json.utf8))
        #expect(image.tags == ["a", "b", "c"])
        #expect(image.likes == nil)
        #expect(try JSONDecoder().decode(ImageResult.self, from: JSONEncoder().encode(image)) == image)
    }

    @Test(arguments: ["{}", "[]", "", #"{"id": "1"}"#])
    func `anything else is refused`(json: String) {
        #expect(throws: DecodingError.self) { try JSONDecoder().decode(ImageResult.self, from: Data(json.utf8)) }
    }
}
