import Foundation
import StateMachineTestSupport
import Testing

@testable import StreamMachine

/// Sessions that take the parts out of a stream, as on Apple's platforms, and sessions that deliver
/// the stream as it is, as on Linux.
@Suite(.timeLimit(.minutes(5)), .computing) struct FrameAssemblerTests {
    private static let streamType = "multipart/x-mixed-replace; boundary=b"

    private func assembler(takesPartsOut: Bool = true) -> FrameAssembler {
        FrameAssembler(largestFrame: 4, sessionTakesPartsOut: takesPartsOut)
    }

    private func picture(_ number: UInt8) -> Data { Data([0xFF, 0xD8, number]) }

    @Test(arguments: ["image/jpeg", "IMAGE/JPEG", "application/octet-stream", ""])
    func `a part is a picture when the next one begins, whatever its type`(type: String) throws {
        var assembler = assembler()
        try assembler.begin(status: 200, contentType: Self.streamType)
        #expect(assembler.hasAnswer)
        for number in 0..<3 as Range<UInt8> {
            try assembler.begin(status: 200, contentType: type)
            #expect(try assembler.next()?.data == (number == 0 ? nil : picture(number - 1)))
            for byte in picture(number) {
                #expect(try assembler.next() == nil)
                try assembler.append(Data([byte]))
            }
        }
        #expect(assembler.finish() == .ended)
    }

    @Test(arguments: ["image/jpeg", "Image/JPEG"])
    func `a picture begins the answer if the session does not report the head of the stream`(type: String) throws {
        var assembler = assembler()
        #expect(!assembler.hasAnswer)
        for number in 0..<3 as Range<UInt8> {
            try assembler.begin(status: 200, contentType: type)
            #expect(assembler.hasAnswer)
            #expect(try assembler.next()?.data == (number == 0 ? nil : picture(number - 1)))
            try assembler.append(picture(number))
        }
    }

    @Test func `only a picture or a stream of them begins an answer`() {
        for takesPartsOut in [true, false] {
            for type in ["text/html", ""] {
                var assembler = assembler(takesPartsOut: takesPartsOut)
                #expect(throws: CameraError.notAStream(type: type)) {
                    try assembler.begin(status: 200, contentType: type)
                }
                #expect(!assembler.hasAnswer)
            }
        }
        var assembler = assembler(takesPartsOut: false)
        #expect(throws: CameraError.notAStream(type: "image/jpeg")) {
            try assembler.begin(status: 200, contentType: "image/jpeg")
        }
    }

    @Test func `a part may have as many bytes as the largest picture`() throws {
        var assembler = assembler()
        try assembler.begin(status: 200, contentType: "image/jpeg")
        try assembler.append(picture(0) + [1])
        #expect(throws: CameraError.frameTooLarge(limit: 4)) { try assembler.append(Data([2])) }
    }

    @Test func `a part that is no picture is an error, and so is one with another status`() throws {
        var assembler = assembler()
        try assembler.begin(status: 200, contentType: "image/jpeg")
        try assembler.append(Data([0xFF]))
        try assembler.begin(status: 200, contentType: "image/jpeg")
        #expect(throws: CameraError.notAPicture) { try assembler.next() }
        #expect(throws: CameraError.refused(status: 404)) {
            try assembler.begin(status: 404, contentType: "image/jpeg")
        }
    }
}
