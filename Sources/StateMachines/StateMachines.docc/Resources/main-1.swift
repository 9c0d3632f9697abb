import StateMachines

let machine = StateMachine(Search.start)

print(machine.send(.startSearch))
print(machine.send(.search("cats")))
print(machine.send(.cancel))
print(machine.state)
