/// The rules that a module name must follow, so that the module builds.
enum ModuleName {
    /// Returns the reason why a text cannot be a module name; `nil` if it can.
    static func problem(with name: String) -> String? {
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

    /// The names of this package's targets, which must be unique in every package that uses it.
    private static let package = [
        "DurableMachines", "StateMachineExampleSupport", "ExploredSystems", "GalleryMachines",
        "GenerateTransitionTables",
        "StateMachineHTTPClient", "ImageSearchMachine", "StateMachineInspectionMessages", "StateMachineLoopbackHTTP",
        "StateMachineExampleProperties", "OrderMachine",
        "StateMachinePageFiles",
        "RemoteContentMachine", "ScaffoldMachine",
        "StateMachineCatalog", "StateMachineDiagrams", "StateMachineGraphs", "StateMachineInspection",
        "StateMachineScaffolding", "StateMachineTesting", "StateMachines", "StreamMachine", "StateMachineTestSupport",
        "StateMachineTrapHandling", "VideoMachine",
    ]
}
