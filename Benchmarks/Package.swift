// swift-tools-version: 6.3
import PackageDescription

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
                .product(name: "StateMachineGraphs", package: "swift-state-machines"),
                .product(name: "StateMachines", package: "swift-state-machines"),
            ]
        ),
    ]
)

for target in package.targets where target.type == .executable {
    target.swiftSettings = [
        .enableUpcomingFeature("ExistentialAny"),
        .enableUpcomingFeature("InternalImportsByDefault"),
        .enableUpcomingFeature("MemberImportVisibility"),
    ]
}
