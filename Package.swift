// swift-tools-version: 6.2
import PackageDescription

let package = Package(
    name: "swift-state-machines",
    platforms: [.macOS(.v15), .iOS(.v18), .tvOS(.v18), .watchOS(.v11), .visionOS(.v2)],
    products: [
        .library(name: "StateMachines", targets: ["StateMachines"])
    ],
    targets: [
        // Core
        .target(name: "StateMachines"),

        // Examples
        .target(name: "LoopbackServer", path: "Examples/Support/LoopbackServer"),
        .target(name: "ImageService", dependencies: ["LoopbackServer"], path: "Examples/ImageService"),

        // Tests
        .testTarget(name: "StateMachinesTests", dependencies: ["StateMachines"]),
        .testTarget(name: "LoopbackServerTests", dependencies: ["LoopbackServer"]),
        .testTarget(name: "ImageServiceTests", dependencies: ["ImageService", "LoopbackServer"]),
    ]
)

for target in package.targets where target.type != .plugin {
    target.swiftSettings = (target.swiftSettings ?? []) + [
        .enableUpcomingFeature("ExistentialAny"),
        .enableUpcomingFeature("InternalImportsByDefault"),
        .enableUpcomingFeature("MemberImportVisibility"),
    ]
}
