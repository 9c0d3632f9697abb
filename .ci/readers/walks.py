"""Compares a machine with the walks that Swift has taken through it."""


def differences(start, walks, ids, places):
    """What was different on the walks.

    `ids` has the identifier of each event, and `places` the dotted path of each state, or of each of its regions.
    """
    errors = []
    for number, walk in enumerate(walks):
        machine = start()
        trace = [(None, None, walk["start"])] + [(s["event"], s["isAccepted"], s["states"]) for s in walk["steps"]]
        for event, is_accepted, states in trace:
            # An event that no state handles has no identifier.
            accepted = None if event is None else machine.send(ids.get(event, "never"))
            found = sorted(place for state in machine.states() for place in places.get(state, [state]))
            if accepted != is_accepted or found != sorted(states):
                errors.append(f"walk {number}, {event}: {accepted} in {found}; Swift says {is_accepted} in {states}")
                break
    return errors
