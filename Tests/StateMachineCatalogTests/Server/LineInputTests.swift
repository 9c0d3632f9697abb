import Foundation
import StateMachineTestSupport
import Testing

@testable import StateMachineCatalog

@Suite(.timeLimit(.minutes(1)), .outside) struct LineInputTests {
    private func write(_ text: String, to descriptor: Int32) {
        #expect(Foundation.write(descriptor, text, text.utf8.count) == text.utf8.count)
    }

    @Test func `Enter is noticed, and after the end of the input nothing is read`() {
        var (ends, others): ([Int32], [Int32]) = ([0, 0], [0, 0])
        #expect(pipe(&ends) == 0 && pipe(&others) == 0)
        var input = LineInput(descriptor: ends[0])
        func hasLine() -> Bool { input.hasLine(within: 0) }
        #expect(!hasLine())
        write("a", to: ends[1])
        #expect(!hasLine())
        write("b\nc", to: ends[1])
        #expect(hasLine())
        #expect(!hasLine())
        close(ends[1])
        #expect(!hasLine())

        write("\n", to: others[1])
        #expect(dup2(others[0], ends[0]) == ends[0])
        #expect(!hasLine())
        for descriptor in [ends[0], others[0], others[1]] { close(descriptor) }
    }

    #if os(Linux)
    @Test func `a terminal on which another program is in the foreground is not read`() throws {
        // The two requests are from Linux's `asm/ioctls.h`.
        let (unlock, getNumber): (UInt, UInt) = (0x4004_5431, 0x8004_5430)
        var (isLocked, number): (Int32, Int32) = (0, 0)
        let controller = open("/dev/ptmx", O_RDWR | O_NOCTTY | O_CLOEXEC)
        try #require(ioctl(controller, unlock, &isLocked) == 0 && ioctl(controller, getNumber, &number) == 0)
        let terminal = open("/dev/pts/\(number)", O_RDWR | O_NOCTTY | O_CLOEXEC)
        write("\n", to: controller)
        var entry = pollfd(fd: terminal, events: Int16(POLLIN), revents: 0)
        try #require(poll(&entry, 1, -1) == 1)
        var input = LineInput(descriptor: terminal)
        let hasLine = input.hasLine(within: 0)
        #expect(!hasLine)
        close(terminal)
        close(controller)
    }
    #endif
}
