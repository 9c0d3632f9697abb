// swift-tools-version: 6.2
import PackageDescription

/// The modules of swift-nio that the HTTP/2 programs need.
let nio: [Target.Dependency] = [
    "NIO", "NIOConcurrencyHelpers", "NIOCore", "NIOEmbedded", "NIOHTTP1", "NIOTLS",
].map { .product(name: $0, package: "swift-nio") }

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
        .executableTarget(name: "Keepalive", dependencies: ["GRPCConnections"] + ["NIOHTTP2"] + nio),
        .executableTarget(
            name: "GraceTimer",
            dependencies: ["GRPCConnections"] + ["NIOHTTP2"] + nio,
            swiftSettings: [.enableExperimentalFeature("AvailabilityMacro=hummingbird 2.0:macOS 15.0")]
        ),
        .target(
            name: "GRPCConnections",
            dependencies: ["GRPCCore"] + ["NIOHTTP2"] + nio,
            swiftSettings: [
                .enableExperimentalFeature("AvailabilityMacro=gRPCSwiftNIOTransport 2.0:macOS 15.0"),
                .enableUpcomingFeature("InternalImportsByDefault"),
            ]
        ),
        .target(name: "GRPCCore"),
        .target(
            name: "NIOHTTP2",
            dependencies: ["NIOHPACK", .product(name: "Atomics", package: "swift-atomics")] + nio,
            path: "Clones/swift-nio-http2/Sources/NIOHTTP2",
            swiftSettings: [.swiftLanguageMode(.v5)]
        ),
        .target(
            name: "NIOHPACK",
            dependencies: nio,
            path: "Clones/swift-nio-http2/Sources/NIOHPACK",
            swiftSettings: [.swiftLanguageMode(.v5)]
        ),
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
