import StateMachines

let machine = StateMachine(Search.start)
machine.onActivityEntry { print("begins:", $0) }
machine.onActivityExit { print("ends:", $0) }

machine.send(.startSearch)
machine.send(.search("cats"))

let last = await machine.run(until: \.isAnswered) { activity, send in
    switch activity {
    case .editing: break
    case .fetching(let query):
        do {
            await send(.success(try await titles(for: query)))
        } catch {
            await send(.failure("\(error)"))
        }
    }
}
print(last)
