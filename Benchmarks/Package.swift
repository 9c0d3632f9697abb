// swift-tools-version: 6.3
import PackageDescription

let package = Package(
    name: "Benchmarks",
    platforms: [.macOS(.v15)],
    dependencies: [.package(name: "swift-state-machines", path: "..")],
    targets: [
        .executableTarget(
            name: "exploration",
            dependencies: [
                .product(name: "StateMachineGraphs", package: "swift-state-machines"),
                .product(name: "StateMachines", package: "swift-state-machines"),
            ]
        )
    ]
)

for target in package.targets {
    target.swiftSettings = [
        .enableUpcomingFeature("ExistentialAny"),
        .enableUpcomingFeature("InternalImportsByDefault"),
        .enableUpcomingFeature("MemberImportVisibility"),
    ]
}
