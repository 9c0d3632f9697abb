package import StateMachineCommandLine
import StateMachineInspectionMessages

/// The option `--inspect`, which makes an example show its machine in an inspector.
package enum InspectorOption {
    /// The text about the option in the help of each example.
    package static let help = """
        --inspect shows the machine on a page in the browser. The page can also send
        events to the machine. To start an inspector, run
        'swift run transition-tables serve'. Then set \(InspectorAddress.variable) to the
        address that it prints, or write the address after --inspect.
        """

    /// Takes the address of the inspector from the option or from the environment.
    ///
    /// - Throws: ``UsageError`` if there is no valid address.
    package static func address(
        in arguments: inout Arguments,
        environment: [String: String]
    ) throws(UsageError) -> String {
        // A word with a token is an address, even if the address is invalid.
        let given = arguments.value { $0.contains("?token=") }
        guard let address = given ?? environment[InspectorAddress.variable] else {
            throw UsageError("--inspect needs the address of an inspector: \(advice)")
        }
        do throws(InspectorAddress.Invalid) {
            _ = try InspectorAddress(address)
        } catch {
            throw UsageError("the address of the inspector is not valid. \(error) To get an address, \(advice)")
        }
        return address
    }

    private static let advice = """
        run 'swift run transition-tables serve', and set \(InspectorAddress.variable) to the address that it prints, or write the address after --inspect
        """
}
