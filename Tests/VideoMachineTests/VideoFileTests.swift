import Foundation
import StateMachineExampleSupport
import StateMachineGraphs
import StateMachineTestSupport
import Testing

@testable import VideoMachine

/// Tests of the duration reader.
///
/// These commands of Debian's `ffmpeg` wrote the files in `Media/`:
///
/// ```sh
/// ffmpeg -f lavfi -i testsrc2=s=32x32:r=10:d=1.3 -pix_fmt yuv420p -c:v libx264 tail.mp4
/// ffmpeg … -movflags +faststart fast.mp4                      # the same input and codec
/// ffmpeg … -movflags +frag_keyframe+empty_moov frag.mp4       # the same input and codec
/// ffmpeg -f lavfi -i sine=f=440:d=0.75:r=8000 -c:a pcm_u8 tone.wav
/// ```
@Suite(.timeLimit(.minutes(5)), .computing) struct VideoFileTests {
    private func media(_ name: String) throws -> URL {
        try #require(Bundle.module.url(forResource: "Media/\(name)", withExtension: nil))
    }

    /// What `ffprobe -show_entries format=duration` says of files that `ffmpeg` has written.
    @Test(arguments: [
        ("fast.mp4", VideoFile.Format.mp4, Duration.milliseconds(1300)), ("tail.mp4", .mp4, .milliseconds(1300)),
        ("tone.wav", .wav, .milliseconds(750)),
    ])
    func `files of others are as long as others say`(name: String, format: VideoFile.Format, duration: Duration) throws
    {
        let video = try VideoFile(contentsOf: media(name))
        #expect(video.format == format)
        #expect(video.duration == duration)
        #expect(try VideoFile(bytes: Array(Data(contentsOf: media(name)))) == video)
    }

    @Test func `a live recording does not say how long it is`() throws {
        #expect(throws: VideoFileError.noDuration) { try VideoFile(contentsOf: media("frag.mp4")) }
    }

    @Test(arguments: [false, true], [false, true])
    func `the description is found wherever it is`(isAtEnd: Bool, hasWideNumbers: Bool) throws {
        for (frames, rate) in [(1, 1), (7, 3), (80, 10), (30_000, 1_001)] {
            let sample = SampleVideo(
                frameCount: min(frames, 80),
                framesPerSecond: rate,
                isDescribedAtEnd: isAtEnd,
                hasWideNumbers: hasWideNumbers
            )
            let video = try VideoFile(bytes: sample.file())
            #expect(abs(video.duration / .seconds(1) - Double(sample.frameCount) / Double(rate)) < 1e-12)
        }
    }

    @Test func `a file that ends anywhere too early is cut off`() throws {
        for sample in [
            SampleVideo(frameCount: 3), SampleVideo(frameCount: 3, isDescribedAtEnd: true, hasWideNumbers: true),
        ] {
            let file = sample.file()
            // Less than a type is nothing.
            for count in 8..<file.count
            where count < 100 || count % 61 == 0 || count > file.count - 800 && count % 3 == 0 {
                let error = #expect(throws: VideoFileError.self) { try VideoFile(bytes: Array(file.prefix(count))) }
                #expect(error == .truncated || count < 12, "\(count): \(String(describing: error))")
            }
        }
        let sound = try Array(Data(contentsOf: media("tone.wav")))
        for count in 12..<sound.count where count % 7 == 0 {
            #expect(throws: VideoFileError.truncated) { try VideoFile(bytes: Array(sound.prefix(count))) }
        }
    }

    @Test func `damage anywhere is an error or another duration, and never more`() throws {
        let seed = UInt64.random(in: 0...UInt64.max)
        var generator = SeededGenerator(seed: seed)
        let movie = SampleVideo(frameCount: 2, isDescribedAtEnd: true).file()
        let wide = SampleVideo(frameCount: 2, hasWideNumbers: true).file()
        let sound = try Array(Data(contentsOf: media("tone.wav")).prefix(200))
        for round in 0..<ProcessEnvironment.runs(500) {
            var file = [movie, wide, sound][round % 3]
            // Where the numbers are: in the first bytes, and in the description.
            let start = generator.chance(1, in: 2) ? 0 : max(0, file.count - 900)
            for _ in 0..<Int.random(in: 1...4, using: &generator) {
                let index = Int.random(in: start..<min(file.count, start + 900), using: &generator)
                file[index] =
                    [0, 1, 7, 0x7F, 0x80, 0xFF, UInt8.random(in: 0...255, using: &generator)]
                    .randomElement(using: &generator) ?? 0
            }
            do throws(VideoFileError) {
                #expect(try VideoFile(bytes: file).duration > .zero, "seed \(seed)")
            } catch {
                #expect(!error.description.isEmpty)
            }
        }
    }

    @Test(arguments: Damage.all)
    func `each kind of damage has an error of its own`(damage: Damage) {
        #expect(throws: damage.error) { try VideoFile(bytes: damage.bytes) }
    }

    @Test func `there is an end to the boxes that are looked at`() {
        let file = Array(repeating: box("free"), count: 101).flatMap(\.self)
        let reader = MP4Reader(file, mostBoxes: 100)
        #expect(throws: VideoFileError.malformed("the file has too many boxes")) { try reader.duration() }
        // So many boxes are read, and a movie is not among them.
        #expect(throws: VideoFileError.truncated) { try MP4Reader(file, mostBoxes: 101).duration() }
    }

    @Test func `a box may end where its header ends, and the file with it`() throws {
        let movie = Damage.header(scale: 2, duration: 3)
        let wide: [UInt8] = [0, 0, 0, 1] + Array("mdat".utf8) + [0, 0, 0, 0, 0, 0, 0, 16]
        for media in [box("mdat"), wide, [0, 0, 0, 0] + Array("mdat".utf8)] {
            #expect(try VideoFile(bytes: movie + media).duration == .milliseconds(1500))
        }
    }

    @Test func `sound has the bytes that are announced, or all of them`() throws {
        let samples = [UInt8](repeating: 0, count: 12)
        for (announced, duration) in [([12, 0, 0, 0], 1500), ([4, 0, 0, 0], 500), ([255, 255, 255, 255], 1500)] {
            let file = Damage.format(8) + Array("data".utf8) + announced.map { UInt8($0) } + samples
            #expect(try VideoFile(bytes: file).duration == .milliseconds(duration))
        }
    }

    /// A second of sound after other chunks.
    private func sound(after chunks: [UInt8]) -> [UInt8] {
        let format = Damage.format(8)
        let samples = Array("data".utf8) + [8, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0]
        return Array(format[..<12]) + chunks + Array(format[12...]) + samples
    }

    @Test func `chunks begin at even offsets`() throws {
        for (size, padding) in [(0, 0), (1, 1), (2, 0), (3, 1)] as [(UInt8, Int)] {
            let chunk = Array("LIST".utf8) + [size, 0, 0, 0] + [UInt8](repeating: 7, count: Int(size) + padding)
            #expect(try VideoFile(bytes: sound(after: chunk)).duration == .seconds(1))
        }
        // The last one ends before the next could begin.
        let file = Damage.format(8) + Array("LIST".utf8) + [1, 0, 0, 0, 7]
        #expect(throws: VideoFileError.truncated) { try VideoFile(bytes: file) }
    }

    @Test(arguments: ["RIFX\0\0\0\0WAVE", "RIFF\0\0\0\0AVI ", "RIFF\0\0\0\0WAV", "\0\0\0\0\0\0\0\0WAVE", "text"])
    func `a file that begins like no video is none`(start: String) {
        #expect(throws: VideoFileError.notAVideo) { try VideoFile(bytes: Array(start.utf8)) }
    }

    @Test(arguments: [(9_998, true), (9_999, false)])
    func `there is an end to the chunks that are looked at`(count: Int, isEnough: Bool) throws {
        let chunks: [UInt8] = Array(repeating: Array("JUNK".utf8) + [0, 0, 0, 0], count: count).flatMap(\.self)
        if isEnough {
            #expect(try VideoFile(bytes: sound(after: chunks)).duration == .seconds(1))
        } else {
            #expect(throws: VideoFileError.malformed("the file has too many chunks")) {
                try VideoFile(bytes: sound(after: chunks))
            }
        }
    }

    @Test func `the longest duration there is does no harm`() throws {
        let dates = [UInt8](repeating: 0, count: 16)
        let wide: [UInt8] = [1, 0, 0, 0] + dates + [0, 0, 0, 1, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFE]
        let video = try VideoFile(bytes: box("mdat") + box("moov", box("mvhd", wide)))
        #expect(video.duration.components.seconds == .max)
    }

    @Test func `padding behind the last box, and a last box without a size, are no damage`() throws {
        let file = SampleVideo(frameCount: 2, isDescribedAtEnd: true).file()
        #expect(try VideoFile(bytes: file + [0, 0, 0]).duration == .milliseconds(200))
        #expect(try VideoFile(bytes: file + [UInt8](repeating: 0, count: 50)).duration == .milliseconds(200))
    }

    @Test(arguments: [
        (VideoFileError.empty, "The file is empty"), (.notAVideo, "The file is neither MP4 nor WAV"),
        (.truncated, "The file is truncated"), (.malformed("a box"), "The file is damaged: a box"),
        (.noDuration, "The file does not contain its duration"), (.unreadable("why"), "Cannot read the file: why"),
    ])
    func `errors read well`(error: VideoFileError, words: String) {
        #expect(error.description == words && error.errorDescription == words)
    }

    @Test func `a file that is not there says so`() {
        #expect(throws: VideoFileError.unreadable("No such file or directory")) {
            try VideoFile(contentsOf: URL(filePath: "/nowhere/x.mp4"))
        }
    }
}

/// Something that cannot be played, and why.
struct Damage: Sendable, CustomTestStringConvertible {
    let error: VideoFileError
    let bytes: [UInt8]

    private init(_ error: VideoFileError, _ parts: [UInt8]...) {
        self.error = error
        bytes = Array(parts.joined())
    }

    var testDescription: String { "\(bytes.count) bytes: \(error)" }

    static let all = movies + sounds

    private static let movies: [Damage] = [
        Damage(.empty),
        Damage(.notAVideo, text("<!DOCTYPE html><title>")),
        Damage(.notAVideo, [0, 0, 0, 8]),
        Damage(.truncated, box("ftyp")),
        Damage(.malformed("the movie has no header"), box("ftyp"), box("moov")),
        Damage(.malformed("the movie's header has version 9"), box("ftyp"), box("moov", box("mvhd", [9]))),
        Damage(.malformed("the movie's header is too short"), box("ftyp"), box("moov", box("mvhd", [0, 0, 0, 0]))),
        Damage(.malformed("a box is larger than the one around it"), box("moov", [0, 0, 0, 99] + text("mvhd"))),
        Damage(.malformed("a box is larger than the one around it"), box("moov", [0, 0, 0, 1] + text("mvhd"))),
        Damage(.malformed("a box is smaller than its header"), box("moov", [0, 0, 0, 7] + text("mvhd"))),
        // The header of a box with a long size has 16 bytes.
        Damage(.malformed("a box is smaller than its header"), longBox("moov", size: 8)),
        Damage(.malformed("a box is smaller than its header"), longBox("moov", size: 15)),
        Damage(.malformed("the time scale of the movie is zero"), header(scale: 0, duration: 1)),
        Damage(.truncated, header(scale: 1, duration: 1)),
        Damage(.noDuration, header(scale: 1, duration: 0)),
        Damage(.noDuration, header(scale: 1, duration: .max)),
        Damage(.truncated, box("ftyp"), [0, 0, 0, 1], text("mdat"), [UInt8](repeating: 0xFF, count: 8)),
    ]

    private static let sounds: [Damage] = [
        Damage(.truncated, text("RIFF____WAVE")),
        Damage(.malformed("the format chunk is missing before the sound"), text("RIFF____WAVEdata"), [1, 0, 0, 0, 0]),
        Damage(.malformed("the format chunk is too short"), text("RIFF____WAVEfmt "), [2, 0, 0, 0, 0, 0]),
        Damage(.malformed("the number of bytes per second is zero"), format(0), text("data"), [1, 0, 0, 0, 0]),
        Damage(.noDuration, format(8), text("data"), [0, 0, 0, 0]),
        Damage(.truncated, format(8), text("data"), [9, 0, 0, 0, 1]),
    ]

    private static func text(_ text: String) -> [UInt8] { Array(text.utf8) }

    static func format(_ bytesPerSecond: UInt8) -> [UInt8] {
        text("RIFF____WAVEfmt ") + [16, 0, 0, 0] + [1, 0, 1, 0, 8, 0, 0, 0, bytesPerSecond, 0, 0, 0, 1, 0, 8, 0]
    }

    static func header(scale: UInt32, duration: UInt32) -> [UInt8] {
        let numbers = [0, 0, 0, scale, duration].flatMap { number in
            [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: number >> $0) }
        }
        return box("moov", box("mvhd", numbers))
    }
}

private func box(_ type: String, _ contents: [UInt8] = []) -> [UInt8] {
    let size = contents.count + 8
    return [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: size >> $0) } + Array(type.utf8) + contents
}

/// A box without contents whose size is in eight bytes after its type.
private func longBox(_ type: String, size: UInt8) -> [UInt8] {
    [0, 0, 0, 1] + Array(type.utf8) + [0, 0, 0, 0, 0, 0, 0, size]
}
