#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#elseif canImport(Darwin)
import Darwin
#endif

/// The number of processor cores.
#if canImport(Glibc) || canImport(Musl) || canImport(Darwin)
@usableFromInline let coreCount = max(1, Int(sysconf(Int32(_SC_NPROCESSORS_ONLN))))
#else
@usableFromInline let coreCount = 1
#endif
