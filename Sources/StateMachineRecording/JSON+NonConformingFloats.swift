import Foundation

extension JSONEncoder.NonConformingFloatEncodingStrategy {
    static var hostile: Self {
        .convertToString(positiveInfinity: "inf", negativeInfinity: "-inf", nan: "nan")
    }
}

extension JSONDecoder.NonConformingFloatDecodingStrategy {
    static var hostile: Self { .convertFromString(positiveInfinity: "inf", negativeInfinity: "-inf", nan: "nan") }
}
