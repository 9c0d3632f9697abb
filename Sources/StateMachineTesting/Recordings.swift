// A test that replays a recording needs no further import.
@_exported public import StateMachineRecording
