// swift-tools-version: 6.3
import PackageDescription

let package = Package(
    name: "swift-state-machines",
    platforms: [.macOS(.v15), .iOS(.v18), .tvOS(.v18), .watchOS(.v11), .visionOS(.v2)],
    products: [
        // The library
        .library(name: "StateMachines", targets: ["StateMachines"]),
        .library(name: "StateMachineGraphs", targets: ["StateMachineGraphs"]),
        .library(name: "StateMachineTesting", targets: ["StateMachineTesting"]),
        .library(name: "StateMachineDiagrams", targets: ["StateMachineDiagrams"]),
        .library(name: "StateMachineCatalog", targets: ["StateMachineCatalog"]),
        .library(name: "StateMachineInspection", targets: ["StateMachineInspection"]),
        .library(name: "ExploredSystems", targets: ["ExploredSystems"]),
        .library(name: "DurableMachines", targets: ["DurableMachines"]),
        .executable(name: "fleets", targets: ["fleets"]),
        .plugin(name: "GenerateTransitionTables", targets: ["GenerateTransitionTables"]),
        .plugin(name: "ScaffoldMachine", targets: ["ScaffoldMachine"]),

        // Machines that prove it, and are its examples
        .library(name: "StreamMachine", targets: ["StreamMachine"]),
        .library(name: "ImageSearchMachine", targets: ["ImageSearchMachine"]),
        .library(name: "RemoteContentMachine", targets: ["RemoteContentMachine"]),
        .library(name: "VideoMachine", targets: ["VideoMachine"]),
    ],
    targets: [
        // Core. Nothing is set for Embedded Swift: what it leaves out is inside
        // `#if !hasFeature(Embedded)`.
        .target(name: "StateMachines"),

        // Tools
        .target(name: "StateMachineGraphs", dependencies: ["StateMachines"]),
        .target(name: "StateMachineDiagrams", dependencies: ["StateMachineGraphs", "StateMachines"]),
        .target(name: "StateMachineTesting", dependencies: ["StateMachineGraphs", "StateMachines"]),
        .target(
            name: "StateMachineInspection",
            dependencies: [
                "HTTPClient", "InspectionMessages", "StateMachineGraphs", "StateMachineTesting", "StateMachines",
            ]
        ),
        .target(
            name: "StateMachineCatalog",
            dependencies: [
                "InspectionMessages", "LoopbackHTTP", "PageFiles", "StateMachineDiagrams", "StateMachineGraphs",
                "StateMachineScaffolding", "StateMachines",
            ],
            exclude: ["PlayablePage/Resources"]
        ),
        // The scripts, styles and markup of playable pages, compiled into the program.
        .target(name: "PageFiles"),
        // Hand-written machines, as they are.
        .target(name: "ExploredSystems", dependencies: ["StateMachineGraphs", "StateMachines", "TrapHandling"]),
        .target(
            name: "TrapHandling",
            linkerSettings: [.linkedLibrary("gcc_s", .when(platforms: [.linux]))]
        ),
        // Machines that outlive their process. The core never imports it.
        .target(name: "DurableMachines", dependencies: ["StateMachines"]),
        .executableTarget(name: "fleets", dependencies: ["DurableMachines"]),
        // What an inspected app and the inspector send each other.
        .target(name: "InspectionMessages"),
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

        .target(name: "StateMachineScaffolding"),
        .executableTarget(name: "scaffold-machine-tool", dependencies: ["StateMachineScaffolding"]),
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

        // Machines
        .target(name: "StreamMachine", dependencies: ["HTTPClient", "StateMachines"], exclude: ["README.md"]),
        .target(name: "ImageSearchMachine", dependencies: ["HTTPClient", "StateMachines"], exclude: ["README.md"]),
        .target(name: "RemoteContentMachine", dependencies: ["HTTPClient", "StateMachines"], exclude: ["README.md"]),
        .target(name: "VideoMachine", dependencies: ["HTTPClient", "StateMachines"], exclude: ["README.md"]),
        // What is promised of them; the tests prove it.
        .target(
            name: "MachineProperties",
            dependencies: [
                "DurableMachines", "GalleryMachines", "ImageSearchMachine", "OrderMachine", "RemoteContentMachine",
                "StateMachineGraphs", "StateMachines", "StreamMachine", "VideoMachine",
            ]
        ),
        .executableTarget(
            name: "transition-tables",
            dependencies: [
                "DurableMachines", "GalleryMachines", "ImageSearchMachine", "MachineProperties", "OrderMachine",
                "RemoteContentMachine",
                "StateMachineCatalog", "StateMachineGraphs", "StreamMachine", "VideoMachine",
            ]
        ),
        .target(name: "HTTPClient", dependencies: ["StateMachines"]),
        .target(name: "LoopbackHTTP", dependencies: ["StateMachines"]),

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
                "ExampleSupport", "GalleryMachines", "StateMachineGraphs", "StateMachineInspection", "StateMachines",
                "StreamMachine",
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
                "DurableMachines", "ExampleSupport", "InspectionMessages", "MachineProperties", "OrderMachine",
                "StateMachineGraphs", "StateMachineInspection", "StateMachines",
            ],
            path: "Examples/orders"
        ),
        .executableTarget(
            name: "image-search",
            dependencies: ["ExampleSupport", "ImageSearchMachine", "StateMachineInspection", "StateMachines"],
            path: "Examples/image-search"
        ),
        .executableTarget(
            name: "remote-content",
            dependencies: ["ExampleSupport", "RemoteContentMachine", "StateMachineInspection", "StateMachines"],
            path: "Examples/remote-content"
        ),
        .executableTarget(
            name: "stream-monitor",
            dependencies: ["ExampleSupport", "StateMachineInspection", "StateMachines", "StreamMachine"],
            path: "Examples/stream-monitor"
        ),
        .executableTarget(
            name: "video",
            dependencies: ["ExampleSupport", "StateMachineInspection", "StateMachines", "VideoMachine"],
            path: "Examples/video"
        ),
        // The terminal, and services on the loopback interface.
        .target(
            name: "ExampleSupport",
            dependencies: ["InspectionMessages", "LoopbackHTTP", "StateMachineInspection", "StateMachines"],
            path: "Examples/Support"
        ),

        // Tests
        .target(
            name: "TestSupport",
            dependencies: ["ExampleSupport", "StateMachineGraphs", "StateMachineTesting", "StateMachines"],
            path: "Tests/TestSupport"
        ),
        .testTarget(
            name: "StateMachinesTests",
            dependencies: ["StateMachineGraphs", "StateMachineTesting", "StateMachines", "TestSupport"]
        ),
        .testTarget(
            name: "StateMachineGraphsTests",
            dependencies: ["StateMachineGraphs", "StateMachines", "TestSupport"]
        ),
        .testTarget(
            name: "ExploredSystemsTests",
            dependencies: ["ExploredSystems", "StateMachineGraphs", "StateMachines", "TestSupport"]
        ),
        .testTarget(
            name: "DurableMachinesTests",
            dependencies: [
                "DurableMachines", "ExploredSystems", "StateMachineGraphs", "StateMachineTesting", "StateMachines",
                "TestSupport",
            ]
        ),
        .testTarget(
            name: "StateMachineDiagramsTests",
            dependencies: [
                "GalleryMachines", "ImageSearchMachine", "RemoteContentMachine", "StateMachineDiagrams",
                "StateMachineGraphs", "StateMachines", "StreamMachine", "TestSupport", "VideoMachine",
            ]
        ),
        .testTarget(
            name: "StateMachineTestingTests",
            dependencies: ["StateMachineGraphs", "StateMachineTesting", "StateMachines", "TestSupport"]
        ),
        .testTarget(
            name: "StateMachineScaffoldingTests",
            dependencies: [
                "GalleryMachines", "ImageSearchMachine", "RemoteContentMachine", "StateMachineDiagrams",
                "StateMachineGraphs", "StateMachineScaffolding", "StateMachines", "StreamMachine", "TestSupport",
                "VideoMachine",
            ]
        ),
        .testTarget(
            name: "StateMachineCatalogTests",
            dependencies: [
                "InspectionMessages", "LoopbackHTTP", "StateMachineCatalog", "StateMachineDiagrams",
                "StateMachineGraphs", "StateMachineScaffolding", "StateMachines", "TestSupport", "transition-tables",
            ]
        ),
        .testTarget(
            name: "MachinePropertiesTests",
            dependencies: [
                "DurableMachines", "GalleryMachines", "ImageSearchMachine", "MachineProperties", "OrderMachine",
                "RemoteContentMachine", "StateMachineGraphs", "StateMachineTesting", "StateMachines", "StreamMachine",
                "TestSupport", "VideoMachine",
            ]
        ),
        .testTarget(
            name: "StateMachineInspectionTests",
            dependencies: [
                "HTTPClient", "InspectionMessages", "LoopbackHTTP", "StateMachineCatalog", "StateMachineGraphs",
                "StateMachineInspection", "StateMachineTesting", "StateMachines", "TestSupport", "gallery",
                "image-search", "orders", "remote-content", "stream-monitor", "transition-tables", "video",
            ]
        ),
        .testTarget(
            name: "StreamMachineTests",
            dependencies: [
                "ExampleSupport", "HTTPClient", "LoopbackHTTP", "MachineProperties", "StateMachineGraphs",
                "StateMachineTesting", "StateMachines", "StreamMachine", "TestSupport",
            ]
        ),
        .testTarget(
            name: "ImageSearchMachineTests",
            dependencies: [
                "ExampleSupport", "HTTPClient", "ImageSearchMachine", "LoopbackHTTP", "MachineProperties",
                "StateMachineGraphs", "StateMachineTesting", "StateMachines", "TestSupport",
            ]
        ),
        .testTarget(
            name: "RemoteContentMachineTests",
            dependencies: [
                "ExampleSupport", "HTTPClient", "LoopbackHTTP", "MachineProperties", "RemoteContentMachine",
                "StateMachineGraphs", "StateMachineTesting", "StateMachines", "TestSupport",
            ]
        ),
        .testTarget(
            name: "VideoMachineTests",
            dependencies: [
                "ExampleSupport", "LoopbackHTTP", "MachineProperties", "StateMachineGraphs", "StateMachineTesting",
                "StateMachines", "TestSupport", "VideoMachine",
            ],
            resources: [.copy("Media")]
        ),
        .testTarget(
            name: "HTTPClientTests",
            dependencies: ["HTTPClient", "LoopbackHTTP", "StateMachineTesting", "StateMachines", "TestSupport"]
        ),
        .testTarget(
            name: "LoopbackHTTPTests",
            dependencies: ["LoopbackHTTP", "StateMachineGraphs", "StateMachines", "TestSupport"]
        ),
        .testTarget(
            name: "ExampleTests",
            dependencies: [
                "DurableMachines", "ExampleSupport", "GalleryMachines", "HTTPClient", "LoopbackHTTP",
                "MachineProperties", "OrderMachine", "StateMachineGraphs", "StateMachineTesting", "StateMachines",
                "StreamMachine", "TestSupport", "VideoMachine", "gallery", "image-search", "orders",
                "remote-content", "stream-monitor", "transition-tables", "video",
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
                "ExampleSupport", "StateMachineCatalog", "StateMachineGraphs", "StateMachineInspection",
                "StateMachineTesting", "StateMachines", "StreamMachine",
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
