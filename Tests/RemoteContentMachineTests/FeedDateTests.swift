import Foundation
import StateMachineTestSupport
import Testing

@testable import RemoteContentMachine

/// Tables of dates: RFC 3339 for Atom and JSON, RFC 822 with RFC 2822, section 4.3, for RSS.
@Suite(.timeLimit(.minutes(5)), .computing) struct FeedDateTests {
    enum Notation: CaseIterable {
        case internet, mail

        func text(_ year: String, _ month: Int, _ day: Int, _ time: String) -> String {
            switch self {
            case .internet: "\(year)-\(padded(month))-\(padded(day))T\(time)"
            case .mail: "\(padded(day)) \(FeedDateTests.months[month]) \(year) \(time)"
            }
        }
    }

    /// The months from 1 to 12; 0 and 13 do not exist.
    private static let months = [
        "Nil", "Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec", "Tre",
    ]

    private static let lengths = [0, 31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31, 0]
    private static let leapYears = [1904, 1972, 2000, 2004, 2400]
    private static let commonYears = [1900, 1901, 1969, 1970, 1999, 2001, 2002, 2003, 2100, 2200, 9999]

    /// The moment by Foundation's calendar.
    private func moment(_ year: Int, _ month: Int, _ day: Int, seconds: Int = 0) -> Date? {
        var calendar = Calendar(identifier: .gregorian)
        calendar.timeZone = .gmt
        return calendar.date(from: DateComponents(year: year, month: month, day: day))?
            .addingTimeInterval(Double(seconds))
    }

    @Test(arguments: Notation.allCases, leapYears + commonYears)
    func `a day is read if the calendar has it`(notation: Notation, year: Int) {
        for (month, length) in Self.lengths.enumerated() {
            let last = month == 2 && Self.leapYears.contains(year) ? 29 : length
            for day in [0, 1, 2, 15, 27, 28, 29, 30, 31, 32, 99] {
                let text = notation.text("\(year)", month, day, "00:00:00Z")
                let isThere = day >= 1 && day <= last
                #expect(FeedDate.read(text) == (isThere ? moment(year, month, day) : nil), "\(text)")
            }
        }
    }

    @Test(arguments: Notation.allCases)
    func `a time is read if the day has it, and a leap second ends its minute`(notation: Notation) {
        for hour in [0, 1, 9, 12, 22, 23, 24, 25, 99] {
            for minute in [0, 1, 59, 60, 99] {
                for second in [nil, 0, 1, 58, 59, 60, 61, 99] as [Int?] {
                    let time = "\(padded(hour)):\(padded(minute))\(second.map { ":\(padded($0))" } ?? "")"
                    let text = notation.text("2002", 9, 7, "\(time)Z")
                    let isThere = hour <= 23 && minute <= 59 && (second ?? 0) <= 60
                    let seconds = hour * 3600 + minute * 60 + (second == 60 ? 59 : second ?? 0)
                    #expect(FeedDate.read(text) == (isThere ? moment(2002, 9, 7, seconds: seconds) : nil), "\(text)")
                }
            }
        }
    }

    // The zones of RFC 822, section 5.1; one letter, and any other name, means Greenwich by RFC
    // 2822.
    private static let zones =
        [
            ("UT", 0), ("UTC", 0), ("GMT", 0), ("EST", -5), ("EDT", -4), ("CST", -6), ("CDT", -5), ("MST", -7),
            ("MDT", -6), ("PST", -8), ("PDT", -7), ("CET", 0), ("WEST", 0), ("PDTX", 0),
        ] + "ABCDEFGHIJKLMNOPQRSTUVWXYZ".map { (String($0), 0) }

    @Test(arguments: Notation.allCases, zones)
    func `a zone with a name is ahead by the hours of its name`(notation: Notation, zone: (name: String, hours: Int)) {
        for name in [zone.name, zone.name.lowercased(), zone.name.capitalized, " \(zone.name)"] {
            let text = notation.text("2002", 9, 7, "12:00:00\(notation == .mail ? " " : "")\(name)")
            #expect(FeedDate.read(text) == moment(2002, 9, 7, seconds: (12 - zone.hours) * 3600), "\(text)")
        }
    }

    @Test(
        arguments: Notation.allCases,
        [
            ("+0000", 0), ("-0000", 0), ("+00:00", 0), ("-00:00", 0), ("+0100", 60), ("-0100", -60), ("+0530", 330),
            ("-0330", -210), ("+05:30", 330), ("-03:30", -210), ("+2359", 1439), ("-23:59", -1439), ("+0059", 59),
            ("", 0),
            // Too far away, and incomplete.
            ("+2400", nil), ("-24:00", nil), ("+0060", nil), ("-00:60", nil), ("+05", nil), ("+053", nil),
            ("+5:30", nil), ("+05300", nil), ("+05:3", nil), ("++0500", nil), ("+-0500", nil), ("0500", nil),
            ("+", nil),
            ("+0100Z", nil), ("Z+0100", nil), ("+05.30", nil),
        ] as [(String, Int?)]
    )
    func `a zone with digits is ahead by its hours and minutes`(notation: Notation, zone: (text: String, minutes: Int?))
    {
        let text = notation.text("2002", 9, 7, "12:00:00\(notation == .mail ? " " : "")\(zone.text)")
        let expected = zone.minutes.flatMap { moment(2002, 9, 7, seconds: (12 * 60 - $0) * 60) }
        #expect(FeedDate.read(text) == expected, "\(text)")
    }

    @Test func `a year of two digits means 1950 to 2049, and one of three digits counts from 1900`() {
        for year in 0...99 {
            let text = Notation.mail.text(padded(year), 1, 1, "00:00 GMT")
            #expect(FeedDate.read(text) == moment(year < 50 ? 2000 + year : 1900 + year, 1, 1), "\(text)")
        }
        for year in [100, 101, 102, 149, 150, 999] {
            #expect(FeedDate.read(Notation.mail.text("\(year)", 1, 1, "00:00 GMT")) == moment(1900 + year, 1, 1))
        }
        for year in ["", "2", "20022"] { #expect(FeedDate.read(Notation.mail.text(year, 1, 1, "00:00 GMT")) == nil) }
        for year in ["", "2", "02", "102", "20022", "-002"] {
            #expect(FeedDate.read(Notation.internet.text(year, 1, 1, "00:00:00Z")) == nil)
        }
    }

    @Test(arguments: [
        ("0000-01-01T00:00:00Z", -62_167_219_200), ("0000-02-29T00:00:00Z", -62_162_121_600),
        ("0001-01-01T00:00:00Z", -62_135_596_800), ("9999-12-31T23:59:59Z", 253_402_300_799),
        ("1970-01-01T00:00:00Z", 0), ("1969-12-31T23:59:59Z", -1),
        // The examples of RFC 3339, section 5.8, without their fractions.
        ("1985-04-12T23:20:50.52Z", 482_196_050), ("1996-12-19T16:39:57-08:00", 851_042_397),
        ("1990-12-31T23:59:60Z", 662_687_999), ("1990-12-31T15:59:60-08:00", 662_687_999),
        ("1937-01-01T12:00:27.87+00:20", -1_041_337_173),
        // The date may stand alone, and letters and the separator have several forms.
        ("2002-09-07", 1_031_356_800), (" 2002-09-07\n", 1_031_356_800), ("2002-09-07t00:00:01z", 1_031_356_801),
        ("2002-09-07 00:00:01 Z", 1_031_356_801), ("2002-09-07T00:00", 1_031_356_800),
        ("2002-09-07T0:00:01Z", 1_031_356_801),
        // A fraction has any number of digits.
        ("2002-09-07T00:00:01.0Z", 1_031_356_801), ("2002-09-07T00:00:01.999999999Z", 1_031_356_801),
        ("2002-09-07T00:00:01.1234567890123456789012345Z", 1_031_356_801),
    ])
    func `the dates of RFC 3339 are read`(text: String, seconds: Int) {
        #expect(FeedDate.read(text) == Date(timeIntervalSince1970: Double(seconds)))
    }

    @Test(arguments: [
        // RFC 822, and what RFC 2822 and RFC 5322 have in their examples.
        ("Sat, 07 Sep 2002 00:00:01 GMT", 1_031_356_801), ("Fri, 21 Nov 1997 09:55:06 -0600", 880_127_706),
        ("Thu, 13 Feb 1969 23:32 -0330 (Newfoundland Time)", -27_723_480),
        ("21 Nov 97 09:55:06 GMT", 880_106_106), ("Tue, 1 Jul 2003 10:52:37 +0200", 1_057_049_557),
        // The oldest form of RFC 9110, section 5.6.7, that names its zone.
        ("Sunday, 06-Nov-94 08:49:37 GMT", 784_111_777), ("Sun, 06 Nov 1994 08:49:37 GMT", 784_111_777),
        // Feeds write whole names, leave out commas and zones, and name the wrong day of the week.
        ("Sat 07 September 2002 0:00:01", 1_031_356_801), ("Monday, 7 Sept 2002 00:00:01 Z", 1_031_356_801),
        ("sat,07\tSEP 2002\t00:00:01\tgmt", 1_031_356_801), ("07-Sep-2002 00:00:01 +02:00", 1_031_349_601),
        ("Sat, 07 Sep 2002 00:00:01 GMT (a comment) ", 1_031_356_801),
    ])
    func `the dates of mail are read`(text: String, seconds: Int) {
        #expect(FeedDate.read(text) == Date(timeIntervalSince1970: Double(seconds)))
    }

    @Test(arguments: [
        "", " ", "soon", "0", "2002", "2002-09", "2002-9-07", "2002-09-7", "2002/09/07", "20020907", "2002-09-07T",
        "2002-09-07X00:00:01Z", "2002-09-07T00", "2002-09-07T00:0", "2002-09-07T00:00:", "2002-09-07T00:00:1Z",
        "2002-09-07T00:00:01.Z", "2002-09-07T00:00:01,5Z", "2002-09-07T000:00:01Z", "2002-09-07T00:00:01Z x",
        "2002-09-07x", "2002-09-07TZ", "+2002-09-07", "٢٠٠٢-٠٩-٠٧", "2002-09-07T00:00:01\u{2212}01:00",
        "Sat", "Sat,", "Sat, Sep 07 2002 00:00:01 GMT", "07 Sep", "07 Sep 2002", "07 Sep 2002 GMT",
        "07 Se 2002 00:00 GMT",
        "007 Sep 2002 00:00 GMT", "07Sep 2002 00:00 GMT", "07 Sep2002 00:00 GMT", "07 Sep 2002T00:00 GMT",
        "07 Sep 2002 00:00:01.5 GMT", "07 Sep 2002 00:00 GMT x", "07 Sep 2002 00:00 GMT (open",
        // No feed has the form of `asctime`, which puts the year behind the time.
        "Sun Nov  6 08:49:37 1994",
    ])
    func `any other text is not a date`(text: String) {
        #expect(FeedDate.read(text) == nil)
    }

    @Test func `a text of more than a hundred bytes is not a date`() {
        let date = "2002-09-07T00:00:01Z"
        let fraction = String(repeating: "0", count: 100 - date.utf8.count - 1)
        let longest = date.replacing("01Z", with: "01.\(fraction)Z")
        #expect(longest.utf8.count == 100)
        #expect(FeedDate.read(longest) == Date(timeIntervalSince1970: 1_031_356_801))
        #expect(FeedDate.read(longest.replacing(".", with: ".0")) == nil)
        #expect(FeedDate.read(String(repeating: "1", count: 100_000)) == nil)
    }
}

private func padded(_ number: Int) -> String { number < 10 ? "0\(number)" : "\(number)" }
