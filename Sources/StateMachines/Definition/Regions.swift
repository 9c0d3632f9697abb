/// A namespace for composing a state from regions: definitions whose states change side by side.
///
/// A state with regions is a struct with one property per region:
///
/// ```swift
/// struct Playback: StateDefinition {
///     var sound = Sound.on
///     var picture = Picture.windowed
///
///     enum Event { case toggleSound, togglePicture, reset }
///
///     mutating func handleEvent(_ event: Event) throws(TransitionError) {
///         switch event {
///         case .toggleSound: try sound.handleEvent(.toggle)
///         case .togglePicture: try picture.handleEvent(.toggle)
///         case .reset:
///             try Regions.offer { offer in
///                 offer(.reset, to: &sound)
///                 offer(.reset, to: &picture)
///             }
///         }
///     }
/// }
/// ```
///
/// The activities of `Playback` are those of its regions, in order, each wrapped in a case for its
/// region:
///
/// ```swift
/// extension Playback: ActivityVisiting {
///     func visitActivities(_ visit: (Activity) -> Void) {
///         sound.forEachActivity { visit(.sound($0)) }
///         picture.forEachActivity { visit(.picture($0)) }
///     }
/// }
/// ```
///
/// <doc:Composition> shows a larger example.
public enum Regions {
    /// Offers an event to several regions and throws an error if none of them handles it.
    ///
    /// Each region handles or rejects its event independently of the others, and a region that
    /// rejects stays unchanged. Don't write two `try` calls in a row instead: by the time the
    /// second region rejects its event, the first one has already changed.
    ///
    /// - Parameter body: A closure that calls its ``Offer`` once for each region, in the order in
    ///   which the regions are declared.
    /// - Throws: ``TransitionError/invalid`` if every region rejected its event, in which case none
    ///   has changed.
    @inlinable
    public static func offer(_ body: (inout Offer<TransitionError>) -> Void) throws(TransitionError) {
        try offer(rejectedAs: { _ in .invalid }, body)
    }

    /// Offers an event to several regions and throws one of the state's own reasons if none handles
    /// it.
    ///
    /// ```swift
    /// try Regions.offer(rejectedAs: Refusal.bothRejected) { offer in
    ///     offer(.withdraw(60), to: &account, rejectedAs: Refusal.account)
    ///     offer(.close, to: &door, rejectedAs: { _ in .doorClosed })
    /// }
    /// ```
    ///
    /// - Parameters:
    ///   - convert: A closure that combines the reasons from all calls with a `rejectedAs`
    ///     argument, in order, into one reason.
    ///   - body: A closure that calls its ``Offer`` once for each region, in the order in which the
    ///     regions are declared.
    /// - Throws: The converted reason if every region rejected its event, in which case none has
    ///   changed.
    @inlinable
    public static func offer<Reason: Error>(
        rejectedAs convert: ([Reason]) -> Reason,
        _ body: (inout Offer<Reason>) -> Void
    ) throws(Reason) {
        var offer = Offer<Reason>()
        body(&offer)
        if !offer.isHandled { throw convert(offer.reasons) }
    }

    /// A value that offers events to a state's regions and records whether any region handled its
    /// event.
    public struct Offer<Reason: Error> {
        /// Whether at least one region has handled its event.
        @usableFromInline package private(set) var isHandled = false

        /// Converted reasons of the regions that rejected their events.
        @usableFromInline private(set) var reasons: [Reason] = []

        @usableFromInline
        init() {}

        /// Offers an event to one region, and ignores the reason if the region rejects it.
        ///
        /// - Returns: The region's output, or `nil` if it rejected the event.
        @inlinable
        @discardableResult
        public mutating func callAsFunction<Region: StateDefinition>(
            _ event: Region.Event,
            to region: inout Region
        ) -> Region.Output? {
            do throws(Region.Rejection) {
                let output = try region.handleEvent(event)
                markAsHandled()
                return output
            } catch {
                return nil
            }
        }

        /// Offers an event to one region, and records the reason if the region rejects it.
        ///
        /// - Returns: The region's output, or `nil` if it rejected the event.
        @inlinable
        @discardableResult
        public mutating func callAsFunction<Region: StateDefinition>(
            _ event: Region.Event,
            to region: inout Region,
            rejectedAs convert: (Region.Rejection) -> Reason
        ) -> Region.Output? {
            do throws(Region.Rejection) {
                let output = try region.handleEvent(event)
                markAsHandled()
                return output
            } catch {
                record(convert(error))
                return nil
            }
        }

        @usableFromInline
        mutating func markAsHandled() { isHandled = true }

        @usableFromInline
        mutating func record(_ reason: Reason) { reasons.append(reason) }
    }
}
