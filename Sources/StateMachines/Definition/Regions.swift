/// A namespace for states that consist of several regions: machines that run side by side inside
/// one state.
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
/// The activities of such a state are those of its regions, one after the other, each wrapped in a
/// case of its own:
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
/// <doc:Composition> has a larger example.
public enum Regions {
    /// Offers an event to several regions, and handles it if any of them does.
    ///
    /// Each region is atomic: it handles its event, or rejects it and is unchanged, whatever the
    /// others do. Two `try`s in a row differ: the first region has already changed when the second
    /// one rejects.
    ///
    /// - Parameter body: Calls the ``Offer`` that it is given once for each region, in their
    ///   declared order.
    /// - Throws: ``TransitionError/invalid`` if no region handled what it was offered; then none
    ///   has changed.
    @inlinable
    public static func offer(_ body: (inout Offer) -> Void) throws(TransitionError) {
        var offer = Offer()
        body(&offer)
        if !offer.isHandled { throw .invalid }
    }

    /// Offers events to the regions of one state, and records whether any was handled.
    public struct Offer {
        /// Whether a region has handled what it was offered.
        public private(set) var isHandled = false

        @usableFromInline
        init() {}

        /// Offers an event to one region.
        ///
        /// - Returns: The region's output if it handled the event, `nil` if it rejected it.
        @inlinable
        @discardableResult
        public mutating func callAsFunction<Region: StateDefinition>(
            _ event: Region.Event,
            to region: inout Region
        ) -> Region.Output? {
            do throws(TransitionError) {
                let output = try region.handleEvent(event)
                markAsHandled()
                return output
            } catch {
                return nil
            }
        }

        @usableFromInline
        mutating func markAsHandled() { isHandled = true }
    }
}
