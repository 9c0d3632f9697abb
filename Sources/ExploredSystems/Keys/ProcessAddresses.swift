import StateMachineTrapHandling

/// The addresses that stay the same as long as the process runs.
final class ProcessAddresses {
    private var constants: Set<UInt> = []

    /// Returns whether an address is that of a type or of something in a loaded image.
    ///
    /// Such an address distinguishes states. The address of an object in memory does not, because
    /// equal states have their own objects.
    func isConstant(_ address: UInt) -> Bool {
        if constants.contains(address) { return true }
        guard let pointer = UnsafeRawPointer(bitPattern: address) else { return true }
        guard state_machine_trap_is_in_image(address) || Self.isType(pointer) else { return false }
        constants.insert(address)
        return true
    }

    /// Returns whether a pointer refers to the metadata of a type, such as an array of integers.
    ///
    /// Metadata begin with a small number, and objects with the address of their class. The object
    /// may no longer exist.
    private static func isType(_ pointer: UnsafeRawPointer) -> Bool {
        let address = UInt(bitPattern: pointer)
        let isReadable =
            address % UInt(MemoryLayout<Int>.alignment) == 0 && state_machine_trap_is_mapped(address)
        return isReadable && pointer.load(as: UInt.self) <= 0x7FF
    }
}
