// Writes machines for others to read: `reader-fixtures DIR WORDS`.
//
// DIR/machines has each machine in each format, and a thousand random walks through it, to be compared with what programs do
// that run the machine in their way. DIR/random has the same of machines made at random, whose names are lines of the file WORDS.
// DIR/hostile has charts whose names and payloads are made to break formats.

import Foundation
import GalleryMachines
import ImageSearchMachine
import RemoteContentMachine
import StateMachineDiagrams
import StreamMachine
import VideoMachine

guard CommandLine.arguments.count == 3 else {
    print("usage: reader-fixtures DIR WORDS")
    exit(64)
}
let folder = URL(filePath: CommandLine.arguments[1], directoryHint: .isDirectory)
let words = try String(contentsOf: URL(filePath: CommandLine.arguments[2]), encoding: .utf8).split(separator: "\n")

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

try writeRandomMachines(count: 100, words: words.map(String.init), to: folder.appending(path: "random"))
try writeHostileCharts(count: 150, to: folder.appending(path: "hostile"))
