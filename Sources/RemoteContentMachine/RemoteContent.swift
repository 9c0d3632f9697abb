public import StateMachines

/// Remote content as a screen sees it: tell it what arrived, and hear what to show.
///
/// ```swift
/// let articles = RemoteContent<Article>()
/// articles.didChangeState = { state in screen.show(state, articles.elements) }
/// articles.start()
/// articles.receiveData(try await client.fetchArticles())
/// ```
///
/// Like the machine inside, it belongs to the isolation that makes it.
public final class RemoteContent<Element: Sendable> {
    /// What became of a call.
    public typealias Outcome = StateMachine<RemoteContentState>.Outcome

    /// The machine that decides; drive its activities with `run`.
    public let machine: StateMachine<RemoteContentState>

    /// What the last good answer held.
    ///
    /// It stays during a refresh, and after an error.
    public private(set) var elements: [Element] = []

    /// Called with the present state by ``start()``, and with the new one after every accepted event.
    public var didChangeState: ((RemoteContentState) -> Void)?

    /// Creates content whose first request is under way.
    public init() {
        machine = StateMachine(.loading)
        machine.onTransition { [weak self] _ in self?.notify() }
    }

    /// What there is at present.
    public var state: RemoteContentState { machine.state }

    /// Starts the machine, and tells what to show first.
    public func start() {
        machine.start()
        notify()
    }

    /// Tells that the request failed.
    @discardableResult
    public func receiveError() -> Outcome {
        machine.send(.didReceiveError)
    }

    /// Asks for the content again: from an empty screen after an error, in place when content is there.
    @discardableResult
    public func reload() -> Outcome {
        machine.send(.didTriggerReload)
    }

    /// Tells what arrived.
    ///
    /// Whether that is something or nothing is decided here.
    ///
    /// An answer that nobody is waiting for is rejected, and ``elements`` stays as it was.
    @discardableResult
    public func receiveData(_ data: [Element]) -> Outcome {
        let old = elements
        elements = data
        let outcome = machine.send(data.isEmpty ? .didReceiveEmptyData : .didReceiveData)
        switch outcome {
        case .handled, .enqueued: break
        case .rejected, .dropped: elements = old
        }
        return outcome
    }

    private func notify() {
        didChangeState?(machine.state)
    }
}
