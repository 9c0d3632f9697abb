// Writes machines for others to read: `reader-fixtures DIR`.
//
// DIR/machines has each machine in each format, and a thousand random walks through it, to be compared with what programs do
// that run the machine in their way. DIR/hostile has charts whose names and payloads are made to break formats.

import Foundation
import GalleryMachines
import ImageSearchMachine
import RemoteContentMachine
import StateMachineDiagrams
import StreamMachine
import VideoMachine

guard let directory = CommandLine.arguments.dropFirst().first else {
    print("usage: reader-fixtures DIR")
    exit(64)
}
let folder = URL(filePath: directory, directoryHint: .isDirectory)

let machines = folder.appending(path: "machines")
try writeMachine(StreamState.self, to: machines)
try writeMachine(StreamSession.self, to: machines)
try writeMachine(ImageSearchState.self, to: machines)
try writeMachine(RemoteContentState.self, to: machines)
try writeMachine(DataPresence.self, to: machines)
try writeMachine(FlatRemoteContentState.self, to: machines)
try writeMachine(VideoState.self, to: machines)
try writeMachine(TrafficLight.self, to: machines)
try writeMachine(Onboarding.self, to: machines)
try writeMachine(FormValidation.self, to: machines)
try writeMachine(PushNotifications.self, to: machines)
try writeMachine(Enemy.self, to: machines)
try writeMachine(Room.self, to: machines)
try writeMachine(Stack.self, to: machines)

try writeHostileCharts(count: 150, to: folder.appending(path: "hostile"))
