// swift-tools-version: 6.2
import PackageDescription

let package = Package(
    name: "Images",
    platforms: [.macOS(.v15)],
    dependencies: [.package(name: "swift-state-machines", path: "../swift-state-machines")],
    targets: [
        .executableTarget(
            name: "Images",
            dependencies: [.product(name: "StateMachines", package: "swift-state-machines")]
        ),
        .testTarget(
            name: "ImagesTests",
            dependencies: [
                "Images",
                .product(name: "StateMachineGraphs", package: "swift-state-machines"),
                .product(name: "StateMachineTesting", package: "swift-state-machines"),
            ]
        ),
    ]
)
