// An app that inspects its machines needs no further import to redact what leaves it.
@_exported public import StateMachineRecording
