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
