import DurableMachines
import StateMachines

/// A parcel that is driven and unloaded again and again.
///
/// It is weighed in any state, which exits and enters no activity.
struct Parcel: DurableDefinition, Hashable {
    enum Place: String, Codable, Sendable { case stored, driven, unloaded }

    enum Event: Codable, Hashable, Sendable {
        case weigh(grams: Int)
        case arrive(stop: Int)
        case depart(stop: Int)
    }

    enum Activity: Codable, Hashable, Sendable {
        case reminding
        case driving(stop: Int)
        case unloading(stop: Int)
    }

    var place: Place
    var stop = 0
    var grams = 0
    var address = "221B Baker Street, London"

    init(_ place: Place) { self.place = place }

    mutating func handleEvent(_ event: Event) throws(TransitionError) {
        switch (place, event) {
        case (_, .weigh(let grams)): self.grams = grams
        case (.driven, .arrive(let stop)): (place, self.stop) = (.unloaded, stop)
        case (.unloaded, .depart(let stop)): (place, self.stop) = (.driven, stop)
        case (.stored, _), (.driven, _), (.unloaded, _): throw .invalid
        }
    }

    var activities: [Activity] {
        switch place {
        case .stored: [.reminding]
        case .driven: [.driving(stop: stop)]
        case .unloaded: [.unloading(stop: stop)]
        }
    }

    static func due(_ activity: Activity) -> DueTime {
        switch activity {
        case .reminding: .after(.seconds(365 * 24 * 3_600))
        case .driving, .unloading: .now
        }
    }

    static func name(of state: Parcel) -> String { state.place.rawValue }
}
