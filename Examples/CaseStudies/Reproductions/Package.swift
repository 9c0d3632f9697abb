// swift-tools-version: 6.2
import PackageDescription

// `./fetch` downloads the projects. `SWIFTCI_USE_LOCAL_DEPS=1` lets them use each other's clones.
let package = Package(
    name: "reproductions",
    platforms: [.macOS(.v15)],
    dependencies: [
        .package(path: "Clones/swift-async-algorithms"),
        .package(path: "Clones/swift-atomics"),
        .package(path: "Clones/swift-collections"),
        .package(path: "Clones/swift-log"),
        .package(path: "Clones/swift-nio"),
    ],
    targets: [
        .executableTarget(
            name: "FlatMapLatest",
            dependencies: [.product(name: "AsyncAlgorithms", package: "swift-async-algorithms")]
        ),
        .executableTarget(
            name: "Channel",
            dependencies: [.product(name: "AsyncAlgorithms", package: "swift-async-algorithms")]
        ),
        .executableTarget(name: "Pool", dependencies: ["_ConnectionPoolModule"]),
        .target(
            name: "_ConnectionPoolModule",
            dependencies: [
                .product(name: "Atomics", package: "swift-atomics"),
                .product(name: "DequeModule", package: "swift-collections"),
            ],
            path: "Clones/postgres-nio/Sources/ConnectionPoolModule",
            swiftSettings: [
                .enableUpcomingFeature("ExistentialAny"),
                .enableUpcomingFeature("NonisolatedNonsendingByDefault"),
            ]
        ),
        .executableTarget(
            name: "Share",
            dependencies: [.product(name: "AsyncAlgorithms", package: "swift-async-algorithms")]
        ),
        .executableTarget(
            name: "LambdaPool",
            dependencies: [.product(name: "DequeModule", package: "swift-collections")],
            swiftSettings: [
                .swiftLanguageMode(.v5),
                .define("LocalServerSupport"),
                .enableExperimentalFeature("AvailabilityMacro=LambdaSwift 2.0:macOS 15.0"),
            ]
        ),
        .target(name: "ConcurrencyHelpers", path: "Clones/swift-service-lifecycle/Sources/ConcurrencyHelpers"),
        .executableTarget(
            name: "GracefulShutdown",
            dependencies: ["ConcurrencyHelpers"],
            swiftSettings: [.swiftLanguageMode(.v5)]
        ),
        .executableTarget(name: "Producer", dependencies: [.product(name: "NIOCore", package: "swift-nio")]),
        .target(name: "NIOSSL"),
        .executableTarget(
            name: "HTTP1",
            dependencies: [
                "NIOSSL",
                .product(name: "Logging", package: "swift-log"),
                .product(name: "NIOCore", package: "swift-nio"),
                .product(name: "NIOHTTP1", package: "swift-nio"),
                .product(name: "NIOPosix", package: "swift-nio"),
            ],
            swiftSettings: [.swiftLanguageMode(.v5)]
        ),
    ]
)
