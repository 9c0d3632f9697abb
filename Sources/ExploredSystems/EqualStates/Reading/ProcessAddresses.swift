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
        guard state_machine_trap_is_in_image(address) else { return Self.isType(pointer) }
        constants.insert(address)
        return true
    }

    /// Returns whether a pointer refers to the metadata of a type, such as an array of integers.
    ///
    /// Metadata begin with a small number, and objects with the address of their class. The object
    /// may no longer exist.
    private static func isType(_ pointer: UnsafeRawPointer) -> Bool {
        let address = UInt(bitPattern: pointer)
        guard address % UInt(MemoryLayout<Int>.alignment) == 0 else { return false }
        var word: UInt = 0
        return state_machine_trap_read(address, &word) && word <= 0x7FF
    }
}
