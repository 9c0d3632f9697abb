import GalleryMachines
import ImageSearchMachine
import RemoteContentMachine
import StreamMachine
import TransitionTables
import VideoMachine

// The machines of this package that have a page in Docs/: add a line for another one.
MachineCatalog(
    .machine(StreamState.self),
    .machine(StreamSession.self),
    .machine(ImageSearchState.self),
    .machine(RemoteContentState.self),
    .machine(DataPresence.self),
    .machine(FlatRemoteContentState.self),
    .machine(VideoState.self),
    .machine(TrafficLight.self),
    .machine(Onboarding.self),
    .machine(FormValidation.self),
    .machine(PushNotifications.self),
    .machine(Enemy.self)
).main()
