import StateMachineInspectionMessages

/// Returns a value as JSON on one line, with sorted keys.
package func jsonLine(_ value: some Encodable) -> String { value.jsonLine }
