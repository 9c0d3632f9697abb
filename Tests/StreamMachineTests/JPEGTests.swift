import StateMachineTestSupport
import Testing

@testable import StateMachineExampleSupport

@Suite(.timeLimit(.minutes(5)), .computing) struct JPEGTests {
    @Test(arguments: [19, 99_999])
    func `a file decodes to the picture that was drawn`(number: Int) throws {
        let picture = TestPicture.picture(number: number)
        let decoded = try JPEGDecoder.planes(of: JPEG.encode(picture))
        #expect(decoded.width == 320 && decoded.height == 240)
        for (plane, original) in zip(decoded.planes, picture.planes) {
            var total = 0
            var worst = 0
            for (pixel, expected) in zip(plane, original) {
                let difference = abs(pixel - Int(expected))
                total += difference
                worst = max(worst, difference)
            }
            // What quantization takes away: little on the whole, and most at the edges of the ball.
            #expect(total < 2 * original.count)
            #expect(worst < 90)
        }
    }

    @Test func `every pattern in a block survives`() throws {
        let colors = (0..<64).map { PlanarPicture.Color(red: $0 * 37 % 256, green: $0 * 91 % 256, blue: $0 * 53 % 256) }
        var picture = PlanarPicture(width: 64, height: 64, color: colors[0])
        for block in 0..<64 {
            for pixel in 0..<64 where (pixel * (block + 1)) % 7 < 3 {
                let (x, y) = (block % 8 * 8 + pixel % 8, block / 8 * 8 + pixel / 8)
                picture.fill(x: x..<x + 1, y: y..<y + 1, with: colors[block])
            }
        }
        let decoded = try JPEGDecoder.planes(of: JPEG.encode(picture))
        for (plane, original) in zip(decoded.planes, picture.planes) {
            let total = zip(plane, original).reduce(0) { $0 + abs($1.0 - Int($1.1)) }
            #expect(total < 12 * original.count)
        }
    }

    @Test func `pictures that follow each other are different`() {
        let files = Set((0..<16).map { LoopbackCamera.picture(number: $0) })
        #expect(files.count == 16)
        for file in files { #expect(file.count < 20_000) }
    }
}
