import InspectionMessages

/// The option `--inspect`, with which an example shows its machine in an inspector.
package enum InspectorOption {
    /// The part of each example's help about the option.
    package static let help = """
        --inspect shows the machine on a page in the browser, and takes events from there. 'swift run transition-tables serve' prints
        the address: it stands in the environment variable \(InspectorAddress.variable), or behind the option.
        """

    /// Takes the address of the inspector: what stands behind the option, or in the environment.
    ///
    /// - Throws: ``UsageError`` if there is none.
    package static func address(
        in arguments: inout Arguments,
        environment: [String: String]
    ) throws(UsageError) -> String {
        // A word with a token is meant as an address, even if something is wrong with it.
        let given = arguments.value { $0.contains("?token=") }
        guard let address = given ?? environment[InspectorAddress.variable] else {
            throw UsageError("--inspect needs an inspector: \(advice)")
        }
        do throws(InspectorAddress.Invalid) {
            _ = try InspectorAddress(address)
        } catch {
            throw UsageError("--inspect needs the address of an inspector. \(error) For an address, \(advice)")
        }
        return address
    }

    private static let advice = """
        run 'swift run transition-tables serve', and set \(InspectorAddress.variable) as it says, or write its address behind --inspect
        """
}
