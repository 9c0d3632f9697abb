import Foundation

/// Reads what the camera writes: baseline files of three parts of the same size, as ITU-T T.81
/// describes them.
///
/// It is written from the reader's side, with the transform as its definition has it.
enum JPEGDecoder {
    struct Malformed: Error {
        let index: Int
    }

    private struct Reader {
        let bytes: [UInt8]
        var index: Int
        private var bits = 0
        private var bitCount = 0

        init(bytes: [UInt8], index: Int) {
            (self.bytes, self.index) = (bytes, index)
        }

        mutating func bit() throws -> Int {
            if bitCount == 0 {
                guard index < bytes.count else { throw Malformed(index: index) }
                bits = Int(bytes[index])
                bitCount = 8
                if bits == 0xFF {
                    guard bytes[index + 1] == 0 else { throw Malformed(index: index) }
                    index += 1
                }
                index += 1
            }
            bitCount -= 1
            return bits >> bitCount & 1
        }

        mutating func number(bits count: Int) throws -> Int {
            guard count > 0 else { return 0 }
            var value = 0
            for _ in 0..<count { value = try value << 1 | bit() }
            return value < 1 << (count - 1) ? value - (1 << count) + 1 : value
        }

        mutating func symbol(_ table: [[Int]: Int]) throws -> Int {
            var code: [Int] = []
            while code.count < 16 {
                code.append(try bit())
                if let symbol = table[code] { return symbol }
            }
            throw Malformed(index: index)
        }
    }

    static func planes(of file: [UInt8]) throws -> (width: Int, height: Int, planes: [[Int]]) {
        guard file.starts(with: [0xFF, 0xD8]), file.suffix(2) == [0xFF, 0xD9] else { throw Malformed(index: 0) }
        var index = 2
        var divisors: [Int] = []
        var tables: [Int: [[Int]: Int]] = [:]
        var (width, height) = (0, 0)
        while true {
            guard file[index] == 0xFF else { throw Malformed(index: index) }
            let marker = file[index + 1]
            let length = Int(file[index + 2]) << 8 | Int(file[index + 3])
            let content = Array(file[index + 4..<index + 2 + length])
            index += 2 + length
            switch marker {
            case 0xDB: divisors = content.dropFirst().map(Int.init)
            case 0xC0:
                height = Int(content[1]) << 8 | Int(content[2])
                width = Int(content[3]) << 8 | Int(content[4])
            case 0xC4: tables.merge(huffmanTables(content)) { $1 }
            case 0xDA:
                let reader = Reader(bytes: Array(file.dropLast(2)), index: index)
                let planes = try scan(reader, width: width, height: height, divisors, tables)
                return (width, height, planes)
            default: break
            }
        }
    }

    private static func huffmanTables(_ content: [UInt8]) -> [Int: [[Int]: Int]] {
        var tables: [Int: [[Int]: Int]] = [:]
        var rest = content[...]
        while let kind = rest.popFirst() {
            let counts = rest.prefix(16).map(Int.init)
            rest = rest.dropFirst(16)
            var code = 0
            for (length, count) in zip(1..., counts) {
                for _ in 0..<count {
                    let bits = (0..<length).map { code >> (length - 1 - $0) & 1 }
                    tables[Int(kind), default: [:]][bits] = rest.popFirst().map(Int.init)
                    code += 1
                }
                code <<= 1
            }
        }
        return tables
    }

    private static func scan(
        _ reader: Reader,
        width: Int,
        height: Int,
        _ divisors: [Int],
        _ tables: [Int: [[Int]: Int]]
    ) throws -> [[Int]] {
        var reader = reader
        var planes = [[Int]](repeating: [Int](repeating: 0, count: width * height), count: 3)
        var predictions = [0, 0, 0]
        let order = (0..<64).sorted { diagonal($0) < diagonal($1) }
        for block in 0..<width / 8 * (height / 8) {
            for plane in 0..<3 {
                var coefficients = [Int](repeating: 0, count: 64)
                predictions[plane] += try reader.number(bits: reader.symbol(tables[0x00] ?? [:]))
                coefficients[0] = predictions[plane] * divisors[0]
                var index = 1
                while index < 64 {
                    let symbol = try reader.symbol(tables[0x10] ?? [:])
                    if symbol == 0 { break }
                    index += symbol >> 4
                    if symbol == 0xF0 {
                        index += 1
                        continue
                    }
                    guard index < 64 else { throw Malformed(index: reader.index) }
                    coefficients[order[index]] = try reader.number(bits: symbol & 15) * divisors[index]
                    index += 1
                }
                let start = block / (width / 8) * 8 * width + block % (width / 8) * 8
                for (pixel, value) in pixels(coefficients).enumerated() {
                    planes[plane][start + pixel / 8 * width + pixel % 8] = value
                }
            }
        }
        guard reader.index >= reader.bytes.count - 1 else { throw Malformed(index: reader.index) }
        return planes
    }

    /// Sorts indices in zigzag order: by diagonal, and along each in alternating directions.
    private static func diagonal(_ index: Int) -> Int {
        let (row, column) = (index / 8, index % 8)
        return (row + column) * 8 + ((row + column) % 2 == 0 ? column : row)
    }

    private static func pixels(_ coefficients: [Int]) -> [Int] {
        if coefficients.dropFirst().allSatisfy({ $0 == 0 }) {
            return [Int](repeating: min(max(Int((Double(coefficients[0]) / 8).rounded()) + 128, 0), 255), count: 64)
        }
        return (0..<64).map { pixel in
            var sum = 0.0
            for (index, coefficient) in coefficients.enumerated() where coefficient != 0 {
                let (v, u) = (index / 8, index % 8)
                let scale = (u == 0 ? 0.5.squareRoot() : 1) * (v == 0 ? 0.5.squareRoot() : 1)
                sum +=
                    scale * Double(coefficient) * cos(Double((2 * (pixel % 8) + 1) * u) * .pi / 16)
                    * cos(Double((2 * (pixel / 8) + 1) * v) * .pi / 16)
            }
            return min(max(Int((sum / 4).rounded()) + 128, 0), 255)
        }
    }
}
