/// The rules that a module name must follow, so that the module builds.
package enum ModuleName {
    /// Returns the reason why a text cannot be a module name; `nil` if it can.
    package static func problem(with name: String) -> String? {
        if present.contains(name.lowercased()) {
            return "Swift or swift-state-machines already has a module with this name"
        }
        if SwiftName.isTypeName(name) { return nil }
        let isSpelled =
            name.first?.isUppercase == true && name.allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber) }
        return isSpelled
            ? "the generated code uses this name for another type"
            : "a module name consists of English letters and digits and begins with a capital letter, such as Checkout"
    }

    /// The modules of the toolchains and of this package, in lowercase.
    ///
    /// Some file systems are not case-sensitive.
    private static let present = Set((toolchain + package).map { $0.lowercased() })

    private static let toolchain = [
        "Android", "Bionic", "Builtin", "Combine", "CoreFoundation", "CRT", "Cxx", "CxxStdlib", "Darwin", "Dispatch",
        "Distributed", "Foundation", "FoundationEssentials", "FoundationInternationalization", "FoundationNetworking",
        "FoundationXML", "Glibc", "Musl", "ObjectiveC", "Observation", "PackageDescription", "PackagePlugin",
        "RegexBuilder", "Runtime", "Swift", "SwiftOnoneSupport", "Synchronization", "Testing", "WASILibc", "WinSDK",
        "XCTest",
    ]

    /// The targets of this package's products, and the targets that they use.
    ///
    /// The names of targets must be unique in a package and the packages that it uses.
    static let package = [
        "DurableMachines", "ExploredSystems", "GenerateTransitionTables", "ImageSearchMachine", "RemoteContentMachine",
        "ScaffoldMachine", "StateMachineCatalog", "StateMachineCommandLine", "StateMachineDiagrams",
        "StateMachineGraphs",
        "StateMachineHTTPClient", "StateMachineInspection", "StateMachineInspectionMessages", "StateMachineLocks",
        "StateMachineLoopbackHTTP", "StateMachinePageFiles", "StateMachineRecording", "StateMachineScaffolding",
        "StateMachineTesting", "StateMachineTrapHandling", "StateMachines", "StreamMachine", "VideoMachine",
    ]
}
