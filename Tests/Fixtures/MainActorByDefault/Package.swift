// swift-tools-version: 6.2
import PackageDescription

// A user's package whose code is isolated to the main actor unless it says otherwise.
let package = Package(
    name: "MainActorByDefault",
    platforms: [.macOS(.v15)],
    dependencies: [.package(name: "swift-state-machines", path: "../../..")],
    targets: [
        .executableTarget(
            name: "App",
            dependencies: [.product(name: "StateMachines", package: "swift-state-machines")],
            swiftSettings: [
                .defaultIsolation(MainActor.self),
                .enableUpcomingFeature("NonisolatedNonsendingByDefault"),
                .enableUpcomingFeature("InferIsolatedConformances"),
            ]
        )
    ]
)
