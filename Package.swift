// swift-tools-version: 6.2
import PackageDescription

let package = Package(
    name: "swift-state-machines",
    platforms: [.macOS(.v15), .iOS(.v18), .tvOS(.v18), .watchOS(.v11), .visionOS(.v2)],
    products: [
        .library(name: "StateMachines", targets: ["StateMachines"]),
        .library(name: "StreamMachine", targets: ["StreamMachine"]),
        .library(name: "ImageSearchMachine", targets: ["ImageSearchMachine"]),
        .library(name: "RemoteContentMachine", targets: ["RemoteContentMachine"]),
        .library(name: "VideoMachine", targets: ["VideoMachine"]),
    ],
    targets: [
        // Core
        .target(name: "StateMachines", dependencies: ["Locking"]),
        .target(name: "Locking"),

        // Machines
        .target(name: "StreamMachine", dependencies: ["StateMachines"]),
        .target(name: "ImageSearchMachine", dependencies: ["StateMachines"]),
        .target(name: "RemoteContentMachine", dependencies: ["StateMachines"]),
        .target(name: "VideoMachine", dependencies: ["StateMachines"]),

        // Tests
        .target(name: "TestSupport", dependencies: ["Locking"], path: "Tests/TestSupport"),
        .testTarget(name: "StateMachinesTests", dependencies: ["StateMachines", "Locking", "TestSupport"]),
        .testTarget(
            name: "MachineTests",
            dependencies: [
                "StateMachines", "StreamMachine", "ImageSearchMachine", "RemoteContentMachine", "VideoMachine",
            ]
        ),
    ]
)

for target in package.targets where target.type != .plugin {
    target.swiftSettings =
        (target.swiftSettings ?? []) + [
            .enableUpcomingFeature("ExistentialAny"),
            .enableUpcomingFeature("InternalImportsByDefault"),
            .enableUpcomingFeature("MemberImportVisibility"),
        ]
}
