// swift-tools-version: 6.3
import PackageDescription

let package = Package(
    name: "UserMachines",
    platforms: [.macOS(.v15)],
    dependencies: [.package(name: "swift-state-machines", path: "../../..")],
    targets: [
        .target(
            name: "Elevators",
            dependencies: [.product(name: "StateMachines", package: "swift-state-machines")]
        ),
        .executableTarget(
            name: "machine-tables",
            dependencies: [
                "Elevators", .product(name: "StateMachineGraphs", package: "swift-state-machines"),
                .product(name: "TransitionTables", package: "swift-state-machines"),
            ]
        ),
    ]
)
