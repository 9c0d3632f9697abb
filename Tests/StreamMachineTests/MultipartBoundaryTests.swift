import StateMachineTestSupport
import StreamMachine
import Testing

@Suite(.timeLimit(.minutes(5)), .computing) struct MultipartBoundaryTests {
    @Test(arguments: [
        ("multipart/x-mixed-replace;boundary=frame", "frame"),
        ("Multipart/X-Mixed-Replace ; charset=utf-8; BOUNDARY = frame ", "frame"),
        (#"multipart/x-mixed-replace; boundary="two words; \"quoted\""; x=y"#, #"two words; "quoted""#),
        (#"multipart/x-mixed-replace; x="; boundary=no"; boundary=yes"#, "yes"),
        (#"multipart/x-mixed-replace; x="y" boundary=no; boundary=yes"#, "yes"),
        ("multipart/x-mixed-replace; boundary=--myboundary", "--myboundary"),
        ("multipart/x-mixed-replace; boundary=" + String(repeating: "x", count: 70), String(repeating: "x", count: 70)),
        ("multipart/x-mixed-replace; boundary=\"a ~\"", "a ~"),
        ("multipart/x-mixed-replace;; x; boundary='()+_,-./:=?", "'()+_,-./:=?"),
    ])
    func `a boundary is found, quoted or not`(header: String, boundary: String) throws {
        #expect(try MultipartBoundary(contentType: header).value == boundary)
    }

    @Test(arguments: [
        ("multipart/x-mixed-replace", "it is missing"),
        ("multipart/x-mixed-replace; boundary", "it is missing"),
        ("multipart/x-mixed-replace; boundary=", "it is empty"),
        ("multipart/x-mixed-replace; boundary=\"\"", "it is empty"),
        ("multipart/x-mixed-replace; boundary=\"frame", "a quotation mark is missing"),
        ("multipart/x-mixed-replace; boundary=\"frame \"", "it contains characters that are not allowed"),
        ("multipart/x-mixed-replace; boundary=fr\u{7}ame", "it contains characters that are not allowed"),
        ("multipart/x-mixed-replace; boundary=fr\u{7F}ame", "it contains characters that are not allowed"),
        ("multipart/x-mixed-replace; boundary=bögen", "it contains characters that are not allowed"),
        ("multipart/x-mixed-replace; boundary=" + String(repeating: "x", count: 71), "it is longer than 70 characters"),
    ])
    func `an invalid boundary is an error with its reason`(header: String, reason: String) {
        #expect(throws: MultipartError.malformedBoundary(reason)) { try MultipartBoundary(contentType: header) }
    }

    @Test(arguments: [
        ("text/html; boundary=x", "text/html"), ("", ""), ("multipart/mixed;boundary=x", "multipart/mixed"),
    ])
    func `other types are refused`(header: String, type: String) {
        #expect(throws: MultipartError.notMixedReplace(type: type)) { try MultipartBoundary(contentType: header) }
    }
}
