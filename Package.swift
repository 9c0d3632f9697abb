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

        // The core: definitions, machines, and the runs and senders that connect machines with
        // tasks and actors. Nothing is set for Embedded Swift: code that it leaves out is inside
        // `#if !hasFeature(Embedded)`.
        .target(name: "StateMachines", dependencies: ["StateMachineLocks"]),
        // Explores definitions and checks their graphs. Layers: Algorithms, Names; Traces;
        // StateGraph; Exploration, Comparison, TestGeneration; ModelChecking, Linting,
        // Simulation. A folder uses only its own layer and earlier ones, without cycles.
        .target(name: "StateMachineGraphs", dependencies: ["StateMachines"]),
        // Writes tables and diagrams, in this order: a Description of a graph by names, Conditions
        // of outcomes, Regions, Charts and Tables that combine cases, and their Formats and Layout.
        // A folder uses only earlier ones, and Text, which escapes names.
        .target(name: "StateMachineDiagrams", dependencies: ["StateMachineGraphs", "StateMachines"]),
        // Records machines, for apps, tests and the inspector: files, and their lines of JSON.
        .target(
            name: "StateMachineRecording",
            dependencies: [
                "StateMachineGraphs", "StateMachineInspectionMessages", "StateMachineLocks", "StateMachines",
            ]
        ),
        // The module for test targets: Systems run traces and replay recordings, Laws send random
        // events to check the rules that every machine obeys, and Live watches live machines.
        .target(
            name: "StateMachineTesting",
            dependencies: ["StateMachineGraphs", "StateMachineLocks", "StateMachineRecording", "StateMachines"]
        ),
        // The module for inspected apps: `Outbox` stores their records, `InspectorLink` sends them,
        // EventForms learns the shape of events from samples, and Senders finds the machine
        // that has sent an event.
        .target(
            name: "StateMachineInspection",
            dependencies: [
                "StateMachineGraphs", "StateMachineHTTPClient", "StateMachineInspectionMessages", "StateMachineLocks",
                "StateMachineRecording", "StateMachines",
            ]
        ),
        // The pages of machines and their command line: Markdown (Pages), interactive
        // (PlayablePage), served with live machines (Server), for one file (MachinePage), and the
        // comparison of machines with designs (Designs).
        .target(
            name: "StateMachineCatalog",
            dependencies: [
                "StateMachineCommandLine", "StateMachineDiagrams", "StateMachineGraphs",
                "StateMachineInspectionMessages", "StateMachineLocks", "StateMachineLoopbackHTTP",
                "StateMachinePageFiles", "StateMachineScaffolding", "StateMachines",
            ],
            exclude: ["PlayablePage/Resources"]
        ),
        // Opens the page of a machine in a Swift file or a diagram.
        .executableTarget(name: "machine-page", dependencies: ["StateMachineCatalog", "StateMachineCommandLine"]),
        // Runs a package's own catalog.
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
        // Turns a diagram into Swift. One folder for each language reads it into a Chart, and Swift
        // writes that (see `ScaffoldedMachine`). Interpreter runs a chart by SCXML's algorithm, and
        // shares no code with Swift, so that tests can compare the two.
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
        // Explores hand-written code without changing it: Exploration makes all Moves in every
        // order, EqualStates decides which states are equal, Crashes catches traps, and Parts
        // replace continuations, locks, tasks and timers.
        .target(
            name: "ExploredSystems",
            dependencies: ["StateMachineGraphs", "StateMachineLocks", "StateMachineTrapHandling", "StateMachines"]
        ),
        // Machines that outlive their process: fleets, the Jobs of their activities, Stores for
        // both databases, and the command for operators (Operating). The core never imports it.
        .target(
            name: "DurableMachines",
            dependencies: [
                "StateMachineCommandLine", "StateMachineGraphs", "StateMachineInspectionMessages",
                "StateMachineLocks", "StateMachineRecording", "StateMachines",
            ]
        ),
        // The command for operators, with the page of a fleet on the catalog's server.
        .executableTarget(name: "durable-machines", dependencies: ["DurableMachines", "StateMachineCatalog"]),

        // Parts of the library that are not for users. Their names begin with that of this package,
        // because a package that uses this one must not have a target of the same name.

        // `Locked`, a value that a mutex protects.
        .target(name: "StateMachineLocks"),
        // Options and output of the package's programs.
        .target(name: "StateMachineCommandLine", dependencies: ["StateMachineLocks"]),
        // Shared by the HTTP clients: requests, their limits and their cancellation.
        .target(name: "StateMachineHTTPClient", dependencies: ["StateMachineLocks"]),
        // A small HTTP server on 127.0.0.1.
        .target(name: "StateMachineLoopbackHTTP", dependencies: ["StateMachineLocks"]),
        // The messages between an inspected app and the inspector. `BatchHeader` explains why each
        // record arrives exactly once and in order.
        .target(name: "StateMachineInspectionMessages"),
        // The scripts, styles and markup of playable pages, compiled into the program.
        .target(name: "StateMachinePageFiles"),
        // The C code that stops a crashed thread without ending the process.
        .target(
            name: "StateMachineTrapHandling",
            linkerSettings: [.linkedLibrary("gcc_s", .when(platforms: [.linux]))]
        ),

        // The machines of published articles, and the tables of all machines. Their doc comments
        // and the tests in `Definition/` describe the effect of each event in each state.

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
        // The catalog of this package, which writes the pages in `Docs/`.
        .executableTarget(
            name: "transition-tables",
            dependencies: [
                "DurableMachines", "GalleryMachines", "ImageSearchMachine", "OrderMachine", "RemoteContentMachine",
                "StateMachineCatalog", "StateMachineDiagrams", "StateMachineExampleProperties", "StateMachineGraphs",
                "StreamMachine", "VideoMachine",
            ]
        ),

        // Examples. `Examples/README.md` describes the programs.

        // Five of the six machines that `gallery` shows; the sixth is `StreamSession`.
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
        // The orders of a shop, which a fleet stores.
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
        // Starts programs, for examples and tests.
        .target(name: "StateMachineProcesses"),

        // Tests

        // Shared by the test targets: `Turn`, `eventually`, an executor that runs tasks step by
        // step, and helpers that start programs.
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
