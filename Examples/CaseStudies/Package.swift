// swift-tools-version: 6.2
import PackageDescription

let library: [Target.Dependency] = [
    .product(name: "ExploredSystems", package: "swift-state-machines"),
    .product(name: "StateMachineGraphs", package: "swift-state-machines"),
]

/// The availability macros in the files of some projects, whose own manifests define them.
let availability: [SwiftSetting] = [
    "AsyncAlgorithms 1.0", "AsyncAlgorithms 1.1", "AsyncAlgorithms 1.3", "LambdaSwift 2.0",
].map {
    .enableExperimentalFeature("AvailabilityMacro=\($0):macOS 15.0")
}

func hunt(_ name: String, _ standIns: Target.Dependency...) -> Target {
    .executableTarget(
        name: name,
        dependencies: library + standIns,
        swiftSettings: [.swiftLanguageMode(.v5)] + availability + [.define("LocalServerSupport")]
    )
}

func standIn(_ name: String, _ dependencies: Target.Dependency...) -> Target {
    .target(name: name, dependencies: dependencies, path: "Sources/StandIns/\(name)")
}

let package = Package(
    name: "case-studies",
    platforms: [.macOS(.v15)],
    dependencies: [.package(name: "swift-state-machines", path: "../..")],
    targets: [
        hunt("PoolHunt", "DequeModule", "Atomics"),
        hunt("HTTP1Hunt", "NIOCore", "NIOHTTP1", "NIOSSL"),
        hunt("FlatMapLatestHunt", "DequeModule"),
        hunt("ProducerHunt", "DequeModule"),
        hunt("ChannelHunt", "OrderedCollections"),
        hunt("LambdaPoolHunt", "DequeModule"),
        hunt("GracefulShutdownHunt", "ConcurrencyHelpers"),
        hunt("ShareHunt", "DequeModule"),
        hunt("AsyncWriterHunt", "Atomics", "DequeModule", "NIOConcurrencyHelpers", "_NIODataStructures"),
        hunt("ClientConnectionHunt", "NIOCore", "NIOHTTP2"),
        hunt("ServerConnectionHunt", "NIOCore", "NIOHTTP2"),
        standIn("ConcurrencyHelpers"),
        standIn("NIOConcurrencyHelpers"),
        standIn("_NIODataStructures"),
        standIn("NIOCore"),
        standIn("NIOHTTP1", "NIOCore"),
        standIn("NIOHTTP2"),
        standIn("NIOSSL"),
        standIn("DequeModule"),
        standIn("Atomics"),
        standIn("OrderedCollections"),
    ]
)
