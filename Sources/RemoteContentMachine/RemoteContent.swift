#if !hasFeature(Embedded)
public import StateMachines

/// Remote content for a screen: it is given the answers of requests, and says what to show.
///
/// ```swift
/// let articles = RemoteContent<Article>()
/// articles.didChangeState = { [unowned articles] state in screen.show(state, articles.elements) }
/// articles.start()
/// articles.receiveData(try await client.fetchArticles())
/// ```
///
/// Like its machine, it is isolated to the actor that makes it.
public final class RemoteContent<Element: Sendable> {
    /// The outcome of a call.
    public typealias Outcome = StateMachine<RemoteContentState>.Outcome

    /// The machine; its `run` does the work of its activities.
    public let machine: StateMachine<RemoteContentState>

    /// The elements of the last successful answer.
    ///
    /// They stay during a refresh, and after an error.
    public private(set) var elements: [Element] = []

    /// Called with the present state by ``start()``, and with the new one after every handled
    /// event.
    public var didChangeState: ((RemoteContentState) -> Void)?

    /// Creates content whose first answer is awaited.
    public init() {
        machine = StateMachine(.loading)
        machine.onTransition { [weak self] in self?.didHandle($0.event, isHandled: true) }
        machine.onRejection { [weak self] in self?.didHandle($0.event, isHandled: false) }
        machine.onDrop { [weak self] event, _ in self?.didHandle(event, isHandled: false) }
    }

    /// The present state.
    public var state: RemoteContentState { machine.state }

    /// Starts the machine, and calls ``didChangeState`` with the first state.
    public func start() {
        machine.start()
        notify()
    }

    /// Sends the machine that the request failed.
    @discardableResult
    public func receiveError() -> Outcome {
        machine.send(.didReceiveError)
    }

    /// Asks for the content again: from an empty screen after an error, in place when content is
    /// there.
    @discardableResult
    public func reload() -> Outcome {
        machine.send(.didTriggerReload)
    }

    /// Sends the machine the elements of an answer, which may be empty.
    ///
    /// An answer that is not awaited is rejected, and ``elements`` is unchanged.
    @discardableResult
    public func receiveData(_ data: [Element]) -> Outcome {
        arrived.append(data)
        let count = arrived.count
        let outcome = machine.send(data.isEmpty ? .didReceiveEmptyData : .didReceiveData)
        // While `onDrop` hooks hear of one event, they are not called for another.
        if case .dropped = outcome, arrived.count == count { arrived.removeLast() }
        return outcome
    }

    /// The elements of the answers whose events the machine has not processed yet, in order.
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
