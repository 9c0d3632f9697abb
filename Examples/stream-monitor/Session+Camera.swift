import Foundation
import StateMachineCommandLine
import StateMachineExampleSupport
import StreamMachine

extension Session {
    /// Saves the latest frame, either completely or not at all.
    func save(in file: String) {
        guard let lastFrame else {
            hasFailed = true
            return complain("no picture has arrived yet")
        }
        let url = URL(filePath: file)
        do {
            try lastFrame.data.write(to: url, options: url.isReplaceable ? .atomic : [])
            if !options.isJSON { say("saved a picture in \(file.printable)") }
        } catch {
            hasFailed = true
            complain("cannot write \(file): \(error.reason(forWriting: file))")
        }
    }

    /// Changes the fault of this program's camera, beginning with the next connection.
    func setFault(_ fault: CameraFault?) throws(UsageError) {
        guard let camera else { throw UsageError("fault works only with the camera on 127.0.0.1") }
        do {
            try camera.setFault(fault)
        } catch {
            throw UsageError("cannot change the camera: \(error)")
        }
        if output.isInteractive { say("fault of the next connection: \(fault?.rawValue ?? "none")") }
    }

    /// The fault after the current one; `nil` after the last.
    var nextFault: CameraFault? {
        let all = CameraFault.allCases
        guard let present = camera?.fault, let index = all.firstIndex(of: present) else { return all.first }
        return all.dropFirst(index + 1).first
    }
}

extension URL {
    /// Whether a new file may replace the file at this location.
    ///
    /// The program writes to a device such as `/dev/null` instead, because a file would replace it.
    fileprivate var isReplaceable: Bool {
        let type = try? FileManager.default.attributesOfItem(atPath: path(percentEncoded: false))[.type]
        return type == nil || type as? FileAttributeType == .typeRegular
            || type as? FileAttributeType == .typeSymbolicLink
    }
}
