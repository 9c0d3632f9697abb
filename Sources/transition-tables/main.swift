import ImageSearchMachine
import RemoteContentMachine
import StreamMachine
import TransitionTables
import VideoMachine

// The machines of this package that have a page in Docs/: add a line for another one.
MachineCatalog(
    .machine(StreamState.self),
    .machine(ImageSearchState.self),
    .machine(RemoteContentState.self),
    .machine(DataPresence.self),
    .machine(FlatRemoteContentState.self),
    .machine(VideoState.self)
).main()
