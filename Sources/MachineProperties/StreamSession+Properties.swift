public import StateMachineGraphs
import StateMachines
public import StreamMachine

extension StreamSession {
    /// What is promised of a session.
    public static let properties: [MachineProperty<StreamSession>] = [
        .never("a small window without a live picture") { $0.pictureInPicture == .active && !$0.stream.isLive },
        .everyTransition("rotating touches no activity") { step in
            guard case .rotate = step.event else { return true }
            return step.exited.isEmpty && step.entered.isEmpty
        },
        .everyTransition("picture in picture touches neither player nor connection") { step in
            switch step.event {
            case .stream, .rotate: true
            case .startPictureInPicture, .stopPictureInPicture, .didEnterBackground, .willEnterForeground:
                step.before.stream == step.after.stream
            }
        },
        .everyEvent("facts are handled everywhere") { step in
            switch step.event {
            case .rotate, .didEnterBackground, .willEnterForeground: step.isHandled
            case .stream, .startPictureInPicture, .stopPictureInPicture: true
            }
        },
        .everyTransition("a live picture goes along into the background") { step in
            guard step.event == .didEnterBackground else { return true }
            return (step.after.pictureInPicture == .active) == step.before.stream.isLive
        },
        .everyTransition("coming back keeps everything as it is") {
            $0.event != .willEnterForeground || $0.before == $0.after
        },
        .activity(.pictureInPicture(.overlay), onlyDuring: .stream(.connection)),
        .activity(.stream(.player), isEnteredOnceBetween: .stream(.start), and: .stream(.stop)),
        .alwaysPossible("the user can come back to idle") { $0.stream == .idle },
        .alwaysPossible("the small window can be had") { $0.pictureInPicture == .active },
    ]
}
