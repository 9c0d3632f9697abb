// swift-tools-version: 6.2
import PackageDescription

// The compiler's name for the package above, whose counters and rows only targets of that package
// can use: the name of its folder, as an identifier.
let measuredPackage = Context.packageDirectory.split(separator: "/").dropLast().last.map {
    String($0.lowercased().map { $0.isLetter || $0.isNumber ? $0 : "_" })
}

let package = Package(
    name: "Benchmarks",
    platforms: [.macOS(.v15)],
    dependencies: [.package(name: "swift-state-machines", path: "..")],
    targets: [
        // Switches in C, and what is counted beside the time.
        .target(name: "CBaselines"),
        .target(name: "CCounting"),

        .executableTarget(
            name: "benchmarks",
            dependencies: [
                "CBaselines", "CCounting",
                .product(name: "DurableMachines", package: "swift-state-machines"),
                .product(name: "StateMachineGraphs", package: "swift-state-machines"),
                .product(name: "StateMachineInspection", package: "swift-state-machines"),
                .product(name: "StateMachines", package: "swift-state-machines"),
            ],
            packageAccess: false,
            plugins: ["GenerateRings"]
        ),

        // Rings.swift is written when it is built: machines of up to 50 states that differ in
        // nothing but their number.
        .executableTarget(name: "generate-rings"),
        .plugin(name: "GenerateRings", capability: .buildTool(), dependencies: ["generate-rings"]),
    ]
)

for target in package.targets where target.type == .executable {
    target.swiftSettings = [
        .enableUpcomingFeature("ExistentialAny"),
        .enableUpcomingFeature("InternalImportsByDefault"),
        .enableUpcomingFeature("MemberImportVisibility"),
    ]
}
for target in package.targets where target.name == "benchmarks" {
    target.swiftSettings?.append(.unsafeFlags(["-package-name", measuredPackage ?? ""]))
}
