#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#else
import Darwin
#endif

let arguments = Set(CommandLine.arguments.dropFirst())
guard arguments.isSubset(of: ["--small", "--json", "--findings"]) else {
    print(
        """
        Usage: exploration [--small] [--findings] [--json]
          --small     a few thousand states instead of a million
          --findings  analyse the graph, too
          --json      one line of JSON instead of a table
        """
    )
    exit(64)
}

let report = arguments.contains("--small") ? try Report(on: Small.self) : try Report(on: Large.self)
print(arguments.contains("--json") ? report.json : report.table)
