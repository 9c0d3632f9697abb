// swift-tools-version: 6.2
import PackageDescription

let package = Package(
    name: "swift-state-machines",
    platforms: [.macOS(.v15), .iOS(.v18), .tvOS(.v18), .watchOS(.v11), .visionOS(.v2)],
    products: [
        // The library
        .library(name: "StateMachines", targets: ["StateMachines"]),
        .library(name: "StateMachineGraphs", targets: ["StateMachineGraphs"]),
        .library(name: "StateMachineTesting", targets: ["StateMachineTesting"]),
        .library(name: "StateMachineRecording", targets: ["StateMachineRecording"]),
        .library(name: "StateMachineDiagrams", targets: ["StateMachineDiagrams"]),
        .library(name: "StateMachineCatalog", targets: ["StateMachineCatalog"]),
        .library(name: "StateMachineInspection", targets: ["StateMachineInspection"]),
        .library(name: "ExploredSystems", targets: ["ExploredSystems"]),
        .library(name: "DurableMachines", targets: ["DurableMachines"]),
        .executable(name: "durable-machines", targets: ["durable-machines"]),
        .executable(name: "machine-page", targets: ["machine-page"]),
        .plugin(name: "GenerateTransitionTables", targets: ["GenerateTransitionTables"]),
        .plugin(name: "ScaffoldMachine", targets: ["ScaffoldMachine"]),

        // The machines of published articles
        .library(name: "StreamMachine", targets: ["StreamMachine"]),
        .library(name: "ImageSearchMachine", targets: ["ImageSearchMachine"]),
        .library(name: "RemoteContentMachine", targets: ["RemoteContentMachine"]),
        .library(name: "VideoMachine", targets: ["VideoMachine"]),
    ],
    targets: [
        // The library

        // Nothing is set for Embedded Swift: the code that it leaves out is inside
        // `#if !hasFeature(Embedded)`.
        .target(name: "StateMachines", dependencies: ["StateMachineLocks"]),
        .target(name: "StateMachineGraphs", dependencies: ["StateMachines"]),
        .target(name: "StateMachineDiagrams", dependencies: ["StateMachineGraphs", "StateMachines"]),
        .target(
            name: "StateMachineRecording",
            dependencies: [
                "StateMachineGraphs", "StateMachineInspectionMessages", "StateMachineLocks", "StateMachines",
            ]
        ),
        .target(
            name: "StateMachineTesting",
            dependencies: ["StateMachineGraphs", "StateMachineLocks", "StateMachineRecording", "StateMachines"]
        ),
        .target(
            name: "StateMachineInspection",
            dependencies: [
                "StateMachineGraphs", "StateMachineHTTPClient", "StateMachineInspectionMessages", "StateMachineLocks",
                "StateMachineRecording", "StateMachines",
            ]
        ),
        .target(
            name: "StateMachineCatalog",
            dependencies: [
                "StateMachineCommandLine", "StateMachineDiagrams", "StateMachineGraphs",
                "StateMachineInspectionMessages", "StateMachineLocks", "StateMachineLoopbackHTTP",
                "StateMachinePageFiles", "StateMachineScaffolding", "StateMachines",
            ],
            exclude: ["PlayablePage/Resources"]
        ),
        .executableTarget(name: "machine-page", dependencies: ["StateMachineCatalog", "StateMachineCommandLine"]),
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
        .target(name: "StateMachineScaffolding", dependencies: ["StateMachineCommandLine"]),
        .executableTarget(
            name: "scaffold-machine-tool",
            dependencies: ["StateMachineCommandLine", "StateMachineScaffolding"]
        ),
        .plugin(
            name: "ScaffoldMachine",
            capability: .command(
                intent: .custom(
                    verb: "scaffold-machine",
                    description: "Writes a state machine in Swift, and its tests, for a diagram"
                ),
                permissions: [.writeToPackageDirectory(reason: "The machine is written into Sources/ and Tests/.")]
            ),
            dependencies: ["scaffold-machine-tool"]
        ),
        // Hand-written machines, as they are.
        .target(
            name: "ExploredSystems",
            dependencies: ["StateMachineGraphs", "StateMachineLocks", "StateMachineTrapHandling", "StateMachines"]
        ),
        // Machines that outlive their process. The core never imports it.
        .target(
            name: "DurableMachines",
            dependencies: [
                "StateMachineCommandLine", "StateMachineGraphs", "StateMachineInspectionMessages",
                "StateMachineLocks", "StateMachineRecording", "StateMachines",
            ]
        ),
        .executableTarget(name: "durable-machines", dependencies: ["DurableMachines", "StateMachineCatalog"]),

        // Parts of the library that are not for users. Their names begin with that of this package,
        // because a package that uses this one must not have a target of the same name.

        .target(name: "StateMachineLocks"),
        // Options and output of the package's programs.
        .target(name: "StateMachineCommandLine", dependencies: ["StateMachineLocks"]),
        .target(name: "StateMachineHTTPClient", dependencies: ["StateMachineLocks"]),
        .target(name: "StateMachineLoopbackHTTP", dependencies: ["StateMachineLocks"]),
        // The messages between an inspected app and the inspector.
        .target(name: "StateMachineInspectionMessages"),
        // The scripts, styles and markup of playable pages, compiled into the program.
        .target(name: "StateMachinePageFiles"),
        .target(
            name: "StateMachineTrapHandling",
            linkerSettings: [.linkedLibrary("gcc_s", .when(platforms: [.linux]))]
        ),

        // The machines of published articles, and the tables of all machines
        .target(
            name: "StreamMachine",
            dependencies: ["StateMachineHTTPClient", "StateMachineLocks", "StateMachines"],
            exclude: ["README.md"]
        ),
        .target(
            name: "ImageSearchMachine",
            dependencies: ["StateMachineHTTPClient", "StateMachines"],
            exclude: ["README.md"]
        ),
        .target(
            name: "RemoteContentMachine",
            dependencies: ["StateMachineHTTPClient", "StateMachineLocks", "StateMachines"],
            exclude: ["README.md"]
        ),
        .target(
            name: "VideoMachine",
            dependencies: ["StateMachineHTTPClient", "StateMachineLocks", "StateMachines"],
            exclude: ["README.md"]
        ),
        // The properties of these machines and of the examples. The tests prove them.
        .target(
            name: "StateMachineExampleProperties",
            dependencies: [
                "DurableMachines", "GalleryMachines", "ImageSearchMachine", "OrderMachine", "RemoteContentMachine",
                "StateMachineGraphs", "StateMachines", "StreamMachine", "VideoMachine",
            ]
        ),
        .executableTarget(
            name: "transition-tables",
            dependencies: [
                "DurableMachines", "GalleryMachines", "ImageSearchMachine", "OrderMachine", "RemoteContentMachine",
                "StateMachineCatalog", "StateMachineDiagrams", "StateMachineExampleProperties", "StateMachineGraphs",
                "StreamMachine", "VideoMachine",
            ]
        ),

        // Examples
        .target(
            name: "GalleryMachines",
            dependencies: ["StateMachines"],
            path: "Examples/Gallery",
            exclude: ["README.md"]
        ),
        // The names of the two differ by more than case, since there are file systems that do not
        // see case.
        .executableTarget(
            name: "gallery",
            dependencies: [
                "GalleryMachines", "StateMachineCommandLine", "StateMachineExampleSupport", "StateMachineGraphs",
                "StateMachineInspection", "StateMachines", "StreamMachine",
            ],
            path: "Examples/gallery-tool"
        ),
        .target(
            name: "OrderMachine",
            dependencies: ["DurableMachines", "StateMachines"],
            path: "Examples/OrderMachine"
        ),
        .executableTarget(
            name: "orders",
            dependencies: [
                "DurableMachines", "OrderMachine", "StateMachineCommandLine", "StateMachineExampleProperties",
                "StateMachineExampleSupport", "StateMachineGraphs", "StateMachineInspection",
                "StateMachineInspectionMessages", "StateMachineLocks", "StateMachineProcesses", "StateMachines",
            ],
            path: "Examples/orders"
        ),
        .executableTarget(
            name: "image-search",
            dependencies: [
                "ImageSearchMachine", "StateMachineCommandLine", "StateMachineExampleSupport", "StateMachineInspection",
                "StateMachines",
            ],
            path: "Examples/image-search"
        ),
        .executableTarget(
            name: "remote-content",
            dependencies: [
                "RemoteContentMachine", "StateMachineCommandLine", "StateMachineExampleSupport",
                "StateMachineInspection", "StateMachines",
            ],
            path: "Examples/remote-content"
        ),
        .executableTarget(
            name: "stream-monitor",
            dependencies: [
                "StateMachineCommandLine", "StateMachineExampleSupport", "StateMachineInspection", "StateMachines",
                "StreamMachine",
            ],
            path: "Examples/stream-monitor"
        ),
        .executableTarget(
            name: "video",
            dependencies: [
                "StateMachineCommandLine", "StateMachineExampleSupport", "StateMachineInspection", "StateMachineLocks",
                "StateMachineProcesses", "StateMachines", "VideoMachine",
            ],
            path: "Examples/video"
        ),
        // The terminal, and services on the loopback interface.
        .target(
            name: "StateMachineExampleSupport",
            dependencies: [
                "StateMachineCommandLine", "StateMachineInspection", "StateMachineInspectionMessages",
                "StateMachineLocks", "StateMachineLoopbackHTTP",
            ],
            path: "Examples/Support"
        ),
        .target(name: "StateMachineProcesses"),

        // Tests
        .target(
            name: "StateMachineTestSupport",
            dependencies: [
                "StateMachineGraphs", "StateMachineLocks", "StateMachineProcesses", "StateMachineTesting",
                "StateMachines",
            ],
            path: "Tests/StateMachineTestSupport"
        ),
        .testTarget(
            name: "StateMachinesTests",
            dependencies: [
                "StateMachineGraphs", "StateMachineLocks", "StateMachineTestSupport", "StateMachineTesting",
                "StateMachines",
            ]
        ),
        .testTarget(
            name: "StateMachineGraphsTests",
            dependencies: ["StateMachineGraphs", "StateMachineLocks", "StateMachineTestSupport", "StateMachines"]
        ),
        .testTarget(
            name: "ExploredSystemsTests",
            dependencies: ["ExploredSystems", "StateMachineGraphs", "StateMachineLocks", "StateMachineTestSupport"]
        ),
        .testTarget(
            name: "DurableMachinesTests",
            dependencies: [
                "DurableMachines", "ExploredSystems", "StateMachineGraphs", "StateMachineLocks",
                "StateMachineTestSupport", "StateMachineTesting", "StateMachines",
            ]
        ),
        .testTarget(
            name: "StateMachineDiagramsTests",
            dependencies: [
                "GalleryMachines", "ImageSearchMachine", "RemoteContentMachine", "StateMachineCatalog",
                "StateMachineDiagrams", "StateMachineGraphs", "StateMachineTestSupport", "StateMachines",
                "StreamMachine", "VideoMachine",
            ]
        ),
        .testTarget(
            name: "StateMachineTestingTests",
            dependencies: [
                "StateMachineGraphs", "StateMachineLocks", "StateMachineRecording", "StateMachineTestSupport",
                "StateMachineTesting", "StateMachines",
            ]
        ),
        .testTarget(
            name: "StateMachineScaffoldingTests",
            dependencies: [
                "GalleryMachines", "ImageSearchMachine", "RemoteContentMachine", "StateMachineDiagrams",
                "StateMachineGraphs", "StateMachineLocks", "StateMachineScaffolding", "StateMachineTestSupport",
                "StateMachines", "StreamMachine", "VideoMachine",
            ]
        ),
        .testTarget(
            name: "StateMachineCatalogTests",
            dependencies: [
                "StateMachineCatalog", "StateMachineCommandLine", "StateMachineDiagrams", "StateMachineGraphs",
                "StateMachineInspectionMessages", "StateMachineLocks", "StateMachineLoopbackHTTP",
                "StateMachineScaffolding", "StateMachineTestSupport", "StateMachines", "machine-page",
                "transition-tables",
            ]
        ),
        .testTarget(
            name: "StateMachineExamplePropertiesTests",
            dependencies: [
                "GalleryMachines", "ImageSearchMachine", "OrderMachine", "RemoteContentMachine",
                "StateMachineExampleProperties", "StateMachineGraphs", "StateMachineTestSupport", "StateMachineTesting",
                "StateMachines", "StreamMachine", "VideoMachine",
            ]
        ),
        .testTarget(
            name: "StateMachineInspectionTests",
            dependencies: [
                "StateMachineCatalog", "StateMachineGraphs", "StateMachineHTTPClient", "StateMachineInspection",
                "StateMachineInspectionMessages", "StateMachineLocks", "StateMachineLoopbackHTTP",
                "StateMachineTestSupport", "StateMachineTesting", "StateMachines", "gallery", "image-search", "orders",
                "remote-content", "stream-monitor", "transition-tables", "video",
            ]
        ),
        .testTarget(
            name: "StreamMachineTests",
            dependencies: [
                "StateMachineExampleProperties", "StateMachineExampleSupport", "StateMachineGraphs",
                "StateMachineHTTPClient", "StateMachineLoopbackHTTP", "StateMachineTestSupport", "StateMachineTesting",
                "StateMachines", "StreamMachine",
            ]
        ),
        .testTarget(
            name: "ImageSearchMachineTests",
            dependencies: [
                "ImageSearchMachine", "StateMachineExampleProperties", "StateMachineExampleSupport",
                "StateMachineGraphs", "StateMachineHTTPClient", "StateMachineLoopbackHTTP", "StateMachineTestSupport",
                "StateMachineTesting", "StateMachines",
            ]
        ),
        .testTarget(
            name: "RemoteContentMachineTests",
            dependencies: [
                "RemoteContentMachine", "StateMachineExampleProperties", "StateMachineExampleSupport",
                "StateMachineGraphs", "StateMachineHTTPClient", "StateMachineLoopbackHTTP", "StateMachineTestSupport",
                "StateMachineTesting", "StateMachines",
            ]
        ),
        .testTarget(
            name: "VideoMachineTests",
            dependencies: [
                "StateMachineExampleProperties", "StateMachineExampleSupport", "StateMachineGraphs",
                "StateMachineLocks", "StateMachineLoopbackHTTP", "StateMachineTestSupport", "StateMachineTesting",
                "StateMachines", "VideoMachine",
            ],
            resources: [.copy("Media")]
        ),
        .testTarget(
            name: "StateMachineHTTPClientTests",
            dependencies: [
                "StateMachineHTTPClient", "StateMachineLoopbackHTTP", "StateMachineTestSupport", "StateMachineTesting",
            ]
        ),
        .testTarget(
            name: "StateMachineLoopbackHTTPTests",
            dependencies: [
                "StateMachineGraphs", "StateMachineLocks", "StateMachineLoopbackHTTP", "StateMachineTestSupport",
            ]
        ),
        .testTarget(
            name: "ExampleTests",
            dependencies: [
                "DurableMachines", "GalleryMachines", "OrderMachine", "StateMachineCommandLine",
                "StateMachineExampleProperties", "StateMachineExampleSupport", "StateMachineGraphs",
                "StateMachineHTTPClient", "StateMachineLoopbackHTTP", "StateMachineTestSupport", "StateMachineTesting",
                "StateMachines", "StreamMachine", "VideoMachine", "durable-machines", "gallery", "image-search",
                "orders", "remote-content", "scaffold-machine-tool", "stream-monitor", "transition-tables", "video",
            ]
        ),
    ]
)

// What `.ci/check-pages` and `.ci/check-inspector` need: a program with machines of their own, and
// the tests that pages have copied.
if Context.environment["PAGE_CHECKS"] != nil {
    package.targets += [
        .executableTarget(
            name: "page-fixtures",
            dependencies: [
                "GalleryMachines", "ImageSearchMachine", "OrderMachine", "RemoteContentMachine", "StateMachineCatalog",
                "StateMachineDiagrams", "StateMachineExampleProperties", "StateMachineExampleSupport",
                "StateMachineGraphs", "StateMachineInspection", "StateMachineRecording", "StateMachineTesting",
                "StateMachines", "StreamMachine", "VideoMachine",
            ],
            path: ".ci/playable-page/Fixtures"
        ),
        .testTarget(
            name: "CopiedTests",
            dependencies: [
                "DurableMachines", "GalleryMachines", "ImageSearchMachine", "OrderMachine", "RemoteContentMachine",
                "StateMachineGraphs", "StateMachines", "StreamMachine", "VideoMachine",
            ],
            path: ".build/CopiedTests"
        ),
    ]
}

for target in package.targets where target.type != .plugin {
    target.swiftSettings =
        (target.swiftSettings ?? []) + [
            .enableUpcomingFeature("ExistentialAny"),
            .enableUpcomingFeature("InternalImportsByDefault"),
            .enableUpcomingFeature("MemberImportVisibility"),
        ]
}
