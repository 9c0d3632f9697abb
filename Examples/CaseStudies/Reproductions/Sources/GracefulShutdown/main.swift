import Foundation

// A handler asks `Task.isShuttingDownGracefully`, as the documentation of this property allows.

func ask() { print("the handler runs in a shutdown:", Task.isShuttingDownGracefully) }

setlinebuf(stdout)
let manager = GracefulShutdownManager()
// The deadlock blocks the thread of the task.
Thread.detachNewThread {
    Thread.sleep(forTimeInterval: 3)
    print("the program still waits after 3 seconds")
    exit(1)
}
await TaskLocals.$gracefulShutdownManager.withValue(manager) {
    switch CommandLine.arguments.last {
    case "before":
        print("a handler is registered, and then the shutdown begins in the same task")
        await withGracefulShutdownHandler {
            manager.shutdownGracefully()
        } onGracefulShutdown: {
            ask()
        }
    case "after":
        print("the shutdown begins, and then a handler is registered")
        await Task.detached { manager.shutdownGracefully() }.value
        await withGracefulShutdownHandler {
        } onGracefulShutdown: {
            ask()
        }
    default: print("usage: GracefulShutdown before|after")
    }
}
print("the end")
exit(0)
