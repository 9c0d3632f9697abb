/// What the name of a module has to be, so that the module can be built.
enum ModuleName {
    /// Why a text cannot be the name of a module; `nil` if it can.
    static func problem(with name: String) -> String? {
        if present.contains(name.lowercased()) { return "there is a module of that name already" }
        if SwiftName.isTypeName(name) { return nil }
        let isSpelled =
            name.first?.isUppercase == true && name.allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber) }
        return isSpelled
            ? "what is written needs the name for something else"
            : "a module needs a name such as Checkout: English letters and digits, the first one a capital letter"
    }

    /// The modules of the toolchains and of this package, in lower case, since there are file
    /// systems that do not see case.
    private static let present = Set((toolchain + package).map { $0.lowercased() })

    private static let toolchain = [
        "Android", "Bionic", "Builtin", "Combine", "CoreFoundation", "CRT", "Cxx", "CxxStdlib", "Darwin", "Dispatch",
        "Distributed", "Foundation", "FoundationEssentials", "FoundationInternationalization", "FoundationNetworking",
        "FoundationXML", "Glibc", "Musl", "ObjectiveC", "Observation", "PackageDescription", "PackagePlugin",
        "RegexBuilder", "Runtime", "Swift", "SwiftOnoneSupport", "Synchronization", "Testing", "WASILibc", "WinSDK",
        "XCTest",
    ]

    /// The names of a package's targets are names of all packages that use it.
    private static let package = [
        "ExampleSupport", "ExploredSystems", "GalleryMachines", "GenerateTransitionTables", "HTTPClient",
        "ImageSearchMachine",
        "InspectionMessages", "LoopbackHTTP", "MachineProperties", "RemoteContentMachine", "ScaffoldMachine",
        "StateMachineCatalog", "StateMachineDiagrams", "StateMachineGraphs", "StateMachineInspection",
        "StateMachineScaffolding", "StateMachineTesting", "StateMachines", "StreamMachine", "TestSupport",
        "TrapHandling", "VideoMachine",
    ]
}
