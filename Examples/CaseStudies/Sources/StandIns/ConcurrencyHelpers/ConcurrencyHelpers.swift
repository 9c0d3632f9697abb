// Empty, because LockedValueBox.swift replaces the type that the machine uses.
