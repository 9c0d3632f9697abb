// swift-tools-version: 6.3
import PackageDescription

let package = Package(
    name: "swift-state-machines",
    platforms: [.macOS(.v15), .iOS(.v18), .tvOS(.v18), .watchOS(.v11), .visionOS(.v2)],
    products: [
        .library(name: "StateMachines", targets: ["StateMachines"]),
        .library(name: "StateMachineGraphs", targets: ["StateMachineGraphs"]),
        .library(name: "StateMachineDiagrams", targets: ["StateMachineDiagrams"]),
        .library(name: "StateMachineTesting", targets: ["StateMachineTesting"]),
        .library(name: "TransitionTables", targets: ["TransitionTables"]),
        .plugin(name: "GenerateTransitionTables", targets: ["GenerateTransitionTables"]),
        .library(name: "StreamMachine", targets: ["StreamMachine"]),
        .library(name: "ImageSearchMachine", targets: ["ImageSearchMachine"]),
        .library(name: "RemoteContentMachine", targets: ["RemoteContentMachine"]),
        .library(name: "VideoMachine", targets: ["VideoMachine"]),
    ],
    targets: [
        // Core
        .target(name: "StateMachines", dependencies: ["Locking"]),
        .target(name: "Locking"),

        // Tools
        .target(name: "StateMachineGraphs", dependencies: ["StateMachines"]),
        .target(name: "StateMachineDiagrams", dependencies: ["StateMachines", "StateMachineGraphs"]),
        .target(name: "StateMachineTesting", dependencies: ["Locking", "StateMachineGraphs", "StateMachines"]),
        .target(
            name: "TransitionTables",
            dependencies: ["StateMachines", "StateMachineGraphs", "StateMachineDiagrams"]
        ),
        .target(
            name: "MachineProperties",
            dependencies: [
                "StateMachines", "StateMachineGraphs", "StreamMachine", "ImageSearchMachine", "RemoteContentMachine",
                "VideoMachine", "GalleryMachines",
            ]
        ),
        .executableTarget(
            name: "transition-tables",
            dependencies: [
                "MachineProperties",
                "TransitionTables", "StreamMachine", "ImageSearchMachine", "RemoteContentMachine", "VideoMachine",
                "GalleryMachines",
            ]
        ),
        .plugin(
            name: "GenerateTransitionTables",
            capability: .command(
                intent: .custom(
                    verb: "generate-transition-tables",
                    description: "Writes tables and diagrams of the machines in this package's catalog into Docs/"
                ),
                permissions: [.writeToPackageDirectory(reason: "The pages and pictures are written into Docs/.")]
            )
        ),

        // Machines
        .target(
            name: "StreamMachine",
            dependencies: ["HTTPClient", "Locking", "StateMachines"],
            exclude: ["README.md"]
        ),
        .target(name: "ImageSearchMachine", dependencies: ["HTTPClient", "StateMachines"], exclude: ["README.md"]),
        .target(
            name: "RemoteContentMachine",
            dependencies: ["HTTPClient", "Locking", "StateMachines"],
            exclude: ["README.md"]
        ),
        .target(
            name: "VideoMachine",
            dependencies: ["HTTPClient", "Locking", "StateMachines"],
            exclude: ["README.md"]
        ),
        .target(name: "HTTPClient", dependencies: ["Locking"]),

        // Examples
        .target(
            name: "GalleryMachines",
            dependencies: ["StateMachines"],
            path: "Examples/Gallery",
            exclude: ["README.md"]
        ),
        // The names of the two differ by more than case, since there are file systems that do not see case.
        .executableTarget(
            name: "gallery",
            dependencies: [
                "GalleryMachines", "StateMachineGraphs", "StateMachines", "StreamMachine", "TerminalSupport",
            ],
            path: "Examples/gallery-tool"
        ),
        .executableTarget(
            name: "image-search",
            dependencies: ["ImageSearchMachine", "LoopbackImageService", "StateMachines", "TerminalSupport"],
            path: "Examples/image-search"
        ),
        .executableTarget(
            name: "remote-content",
            dependencies: ["LoopbackFeed", "RemoteContentMachine", "StateMachines", "TerminalSupport"],
            path: "Examples/remote-content"
        ),
        .target(
            name: "LoopbackFeed",
            dependencies: ["Locking", "LoopbackHTTP"],
            path: "Examples/Support/LoopbackFeed"
        ),
        .executableTarget(
            name: "stream-monitor",
            dependencies: ["LoopbackCamera", "StateMachines", "StreamMachine", "TerminalSupport"],
            path: "Examples/stream-monitor"
        ),
        .target(
            name: "LoopbackCamera",
            dependencies: ["Locking", "LoopbackHTTP"],
            path: "Examples/Support/LoopbackCamera"
        ),
        .target(
            name: "LoopbackImageService",
            dependencies: ["Locking", "LoopbackHTTP"],
            path: "Examples/Support/LoopbackImageService"
        ),
        .executableTarget(
            name: "video",
            dependencies: ["Locking", "LoopbackVideoService", "StateMachines", "TerminalSupport", "VideoMachine"],
            path: "Examples/video"
        ),
        .target(
            name: "LoopbackVideoService",
            dependencies: ["Locking", "LoopbackHTTP"],
            path: "Examples/Support/LoopbackVideoService"
        ),
        .target(name: "LoopbackHTTP", dependencies: ["Locking"], path: "Examples/Support/LoopbackHTTP"),
        .target(name: "TerminalSupport", dependencies: ["Locking"], path: "Examples/Support/TerminalSupport"),

        // Tests
        .executableTarget(
            name: "reader-fixtures",
            dependencies: [
                "StateMachines", "StateMachineGraphs", "StateMachineDiagrams", "StreamMachine", "ImageSearchMachine",
                "RemoteContentMachine", "VideoMachine", "GalleryMachines",
            ],
            path: "Tests/Readers/reader-fixtures"
        ),
        .target(
            name: "TestSupport",
            dependencies: ["Locking", "StateMachineGraphs", "StateMachineTesting", "StateMachines"],
            path: "Tests/TestSupport"
        ),
        .testTarget(
            name: "StateMachinesTests",
            dependencies: ["Locking", "StateMachineGraphs", "StateMachineTesting", "StateMachines", "TestSupport"]
        ),
        .testTarget(
            name: "StateMachineGraphsTests",
            dependencies: ["StateMachineGraphs", "StateMachines", "TestSupport"]
        ),
        .testTarget(
            name: "StateMachineTestingTests",
            dependencies: ["Locking", "StateMachineGraphs", "StateMachineTesting", "StateMachines", "TestSupport"]
        ),
        .testTarget(
            name: "StateMachineDiagramsTests",
            dependencies: [
                "ImageSearchMachine", "RemoteContentMachine", "StateMachineDiagrams", "StateMachineGraphs",
                "StateMachines", "StreamMachine", "TestSupport", "VideoMachine", "reader-fixtures",
            ]
        ),
        .testTarget(
            name: "MachineTests",
            dependencies: [
                "GalleryMachines", "ImageSearchMachine", "MachineProperties", "RemoteContentMachine",
                "StateMachineGraphs", "StateMachineTesting", "StateMachines", "StreamMachine", "TestSupport",
                "VideoMachine",
            ]
        ),
        .testTarget(
            name: "ImageSearchTests",
            dependencies: [
                "ImageSearchMachine", "LoopbackHTTP", "LoopbackImageService", "MachineProperties",
                "StateMachineGraphs", "StateMachineTesting", "StateMachines", "TestSupport",
            ]
        ),
        .testTarget(
            name: "RemoteContentTests",
            dependencies: [
                "LoopbackFeed", "LoopbackHTTP", "MachineProperties", "RemoteContentMachine", "StateMachineGraphs",
                "StateMachineTesting", "StateMachines", "TestSupport",
            ]
        ),
        .testTarget(
            name: "StreamTests",
            dependencies: [
                "Locking", "LoopbackCamera", "LoopbackHTTP", "MachineProperties", "StateMachineGraphs",
                "StateMachineTesting", "StateMachines", "StreamMachine", "TestSupport",
            ]
        ),
        .testTarget(
            name: "VideoTests",
            dependencies: [
                "LoopbackHTTP", "LoopbackVideoService", "MachineProperties", "StateMachineGraphs",
                "StateMachineTesting", "StateMachines", "TestSupport", "VideoMachine",
            ],
            resources: [.copy("Media")]
        ),
        .testTarget(
            name: "ExampleTests",
            dependencies: [
                "GalleryMachines", "Locking", "LoopbackCamera", "LoopbackFeed", "LoopbackHTTP",
                "LoopbackImageService", "LoopbackVideoService", "StateMachineDiagrams", "StateMachineGraphs",
                "StateMachineTesting", "StateMachines", "StreamMachine", "TerminalSupport", "TestSupport",
                "TransitionTables", "VideoMachine", "gallery", "image-search",
                "remote-content", "stream-monitor", "transition-tables", "video",
            ]
        ),
        .testTarget(
            name: "LoopbackHTTPTests",
            dependencies: [
                "HTTPClient", "Locking", "LoopbackHTTP", "StateMachineGraphs", "StateMachineTesting", "TestSupport",
            ]
        ),
        .testTarget(
            name: "LoopbackImageServiceTests",
            dependencies: ["HTTPClient", "LoopbackHTTP", "LoopbackImageService", "TestSupport"]
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
