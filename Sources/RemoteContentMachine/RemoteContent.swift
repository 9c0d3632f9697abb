#if !hasFeature(Embedded)
public import StateMachines

/// Remote content as a screen sees it: tell it what arrived, and hear what to show.
///
/// ```swift
/// let articles = RemoteContent<Article>()
/// articles.didChangeState = { [unowned articles] state in screen.show(state, articles.elements) }
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

    /// Called with the present state by ``start()``, and with the new one after every handled event.
    public var didChangeState: ((RemoteContentState) -> Void)?

    /// Creates content whose first request is under way.
    public init() {
        machine = StateMachine(.loading)
        machine.onTransition { [weak self] in self?.didHandle($0.event, isHandled: true) }
        machine.onRejection { [weak self] in self?.didHandle($0.event, isHandled: false) }
        machine.onDrop { [weak self] event, _ in self?.didHandle(event, isHandled: false) }
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
        arrived.append(data)
        return machine.send(data.isEmpty ? .didReceiveEmptyData : .didReceiveData)
    }

    /// What arrived and has not had its turn: the answers to the events that the machine has not handled yet, in order.
    private var arrived: [[Element]] = []

    private func didHandle(_ event: RemoteContentState.Event, isHandled: Bool) {
        switch event {
        case .didReceiveEmptyData, .didReceiveData:
            if !arrived.isEmpty {
                let data = arrived.removeFirst()
                if isHandled { elements = data }
            }
        case .didReceiveError, .didTriggerReload: break
        }
        if isHandled { notify() }
    }

    private func notify() {
        didChangeState?(machine.state)
    }
}
#endif
