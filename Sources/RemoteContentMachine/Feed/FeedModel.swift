public import Observation
public import StateMachines

/// The view model of a feed, with the properties and actions that a screen needs.
///
/// ```swift
/// let model = FeedModel(client: FeedClient(address: address))
/// model.content.didChangeState = { state in screen.show(state, model.items) }
/// model.start()
/// Task { await model.run() }            // fetches the feed
/// model.reload()                            // loads again after an error, else refreshes
/// ```
///
/// Every property that a view shows comes from the machine's state and can be observed.
@MainActor
@Observable
public final class FeedModel {
    /// The content, with the state machine that controls it.
    @ObservationIgnored
    public let content = RemoteContent<FeedItem>()

    /// The feed's title in the last successful response.
    public private(set) var title = ""

    /// The IDs of the entries that the previous response did not contain.
    ///
    /// The set is empty after the first response.
    public private(set) var newItems: Set<FeedItem.ID> = []

    private var failure: String?

    @ObservationIgnored
    private var hasAnswer = false

    @ObservationIgnored
    private let fetch: @Sendable () async throws -> Feed

    /// Creates a model that fetches with a closure and shows its errors to the user.
    public init(fetch: @escaping @Sendable () async throws -> Feed) {
        self.fetch = fetch
    }

    /// Creates a model that fetches with a client.
    public convenience init(client: FeedClient) {
        self.init { try await client.feed() }
    }

    /// The machine's current state, which determines the screen to show.
    public var state: RemoteContentState { content.state }

    /// The entries to show, even during a refresh; empty while loading and after an error.
    public var items: [FeedItem] { state.presence == nil ? [] : content.elements }

    /// The error message, in the error state.
    public var errorMessage: String? { state == .error ? failure : nil }

    /// Starts the machine and reports the first state.
    public func start() {
        content.start()
    }

    /// Requests the feed again: loads after an error, or refreshes loaded content.
    ///
    /// - Returns: The outcome. The machine rejects this event while it waits for the first
    ///   response.
    @discardableResult
    public func reload() -> StateMachine<RemoteContentState>.Outcome {
        content.reload()
    }

    /// Fetches the feed whenever the state requires it, until the machine reaches a given state or
    /// the task is cancelled.
    ///
    /// - Parameter isLast: A closure that receives a state and returns whether the run ends in that
    ///   state. By default, the run ends only when its task is cancelled.
    /// - Returns: The state in which the run ended.
    @discardableResult
    public func run(
        until isLast: ((RemoteContentState) -> Bool)? = nil
    ) async -> RemoteContentState {
        await content.machine.run(until: isLast) { [self, fetch] activity, _ in
            switch activity {
            case .content: break
            case .fetch, .dataPresence(.refresh):
                do {
                    await receive(.success(try await fetch()))
                } catch {
                    await receive(.failure(error))
                }
            }
        }
    }

    /// Passes a response to the content, in the task of the activity that requested it.
    private func receive(_ answer: Result<Feed, any Error>) {
        // Discard a response for an exited activity. The machine cancels activities on this actor,
        // so this check is reliable.
        if Task.isCancelled { return }
        switch answer {
        case .success(let feed):
            let known = hasAnswer ? Set(content.elements.map(\.id)) : Set(feed.items.map(\.id))
            newItems = Set(feed.items.map(\.id)).subtracting(known)
            title = feed.title
            hasAnswer = true
            content.receiveData(feed.items)
        case .failure(let error):
            failure = "\(error)"
            content.receiveError()
        }
    }
}
