import Foundation
import StateMachineTestSupport
import Testing

@testable import StateMachineExampleSupport

@Suite(.timeLimit(.minutes(5)), .computing) struct PNGTests {
    private struct Chunk {
        let type: String
        let content: [UInt8]
    }

    /// The chunks of a file, after their lengths and checksums have been checked.
    private func chunks(of file: [UInt8]) throws -> [Chunk] {
        try #require(file.starts(with: [0x89] + Array("PNG\r\n\u{1A}\n".utf8)))
        var rest = file.dropFirst(8)
        func number() -> Int {
            defer { rest = rest.dropFirst(4) }
            return rest.prefix(4).reduce(0) { $0 << 8 | Int($1) }
        }
        var chunks: [Chunk] = []
        while !rest.isEmpty {
            let length = number()
            let body = rest.prefix(4 + length)
            try #require(body.count == 4 + length)
            rest = rest.dropFirst(body.count)
            #expect(number() == Int(CRC32.checksum(of: body)))
            chunks.append(
                Chunk(type: String(decoding: body.prefix(4), as: UTF8.self), content: Array(body.dropFirst(4)))
            )
        }
        return chunks
    }

    /// The contents of a zlib stream of stored blocks.
    private func stored(in stream: [UInt8]) throws -> [UInt8] {
        #expect((Int(stream[0]) << 8 | Int(stream[1])) % 31 == 0)
        var content: [UInt8] = []
        var place = 2
        var isLast = false
        while !isLast {
            isLast = stream[place] == 1
            let length = Int(stream[place + 1]) | Int(stream[place + 2]) << 8
            let complement = Int(stream[place + 3]) | Int(stream[place + 4]) << 8
            try #require(length ^ complement == 0xFFFF)
            content += stream[place + 5..<place + 5 + length]
            place += 5 + length
        }
        #expect(stream[place...].reduce(0) { $0 << 8 | Int($1) } == Int(Adler32.checksum(of: content)))
        #expect(stream.count == place + 4)
        return content
    }

    @Test func `the checksums are those of the standards`() {
        #expect(CRC32.checksum(of: Array("123456789".utf8)) == 0xCBF4_3926)
        #expect(CRC32.checksum(of: Array("IEND".utf8)) == 0xAE42_6082)
        #expect(Adler32.checksum(of: Array("Wikipedia".utf8)) == 0x11E6_0398)
        #expect(Adler32.checksum(of: [UInt8](repeating: 255, count: 100_000)) == 0x149A_302C)
    }

    @Test(arguments: [(3, 2), (1, 1), (700, 200)])
    func `a file holds the picture`(width: Int, height: Int) throws {
        let palette = [PalettePicture.Color(red: 1, green: 2, blue: 3), .init(red: 200, green: 100, blue: 0)]
        let pixels = (0..<width * height).map { UInt8($0 % 2) }
        let picture = PalettePicture(width: width, height: height, palette: palette, pixels: pixels)
        let chunks = try chunks(of: PNG.encode(picture))
        #expect(chunks.map(\.type) == ["IHDR", "PLTE", "IDAT", "IEND"])
        #expect(chunks[0].content.suffix(5) == [8, 3, 0, 0, 0])
        #expect(chunks[1].content == [1, 2, 3, 200, 100, 0])
        let rows = try stored(in: chunks[2].content)
        #expect(rows.count == (width + 1) * height)
        for row in 0..<height {
            #expect(rows[row * (width + 1)] == 0)
            let place = row * (width + 1) + 1
            #expect(rows[place..<place + width] == pixels[row * width..<(row + 1) * width])
        }
    }

    @Test func `every picture can be drawn, and all are different`() {
        let pictures = ImageCatalogue.bundled.records.map { Drawing.picture(of: $0, width: 30) }
        for picture in pictures {
            #expect(picture.pixels.count == picture.width * picture.height)
            #expect(picture.palette.count == 256)
        }
        #expect(Set(pictures.map { PNG.encode($0) }).count == pictures.count)
        #expect(Set(pictures.map(\.height)).count > 3)
    }

    @Test func `the addresses of a hit lead to pictures of the sizes it names`() async throws {
        let service = try ImageService(latency: .zero)
        let client = SearchClient(service)
        let hits = try await client.search("lighthouse").hits
        #expect(hits.count >= 2)
        for hit in hits.usually(oneOf: hits.count) {
            let preview = try await client.get(url: hit.previewURL)
            let web = try await client.get(url: hit.webformatURL)
            #expect(try size(of: preview.body) == [hit.previewWidth, hit.previewHeight])
            #expect(try size(of: web.body) == [hit.webformatWidth, hit.webformatHeight])
            #expect(hit.previewWidth == 150)
        }
        let large = try await client.get(url: try #require(hits.first).largeImageURL)
        #expect(try size(of: large.body).first == 1280)
        service.stop()
    }

    private func size(of file: Data) throws -> [Int] {
        let header = try #require(try chunks(of: Array(file)).first).content
        return [header[0..<4], header[4..<8]].map { $0.reduce(0) { $0 << 8 | Int($1) } }
    }
}
