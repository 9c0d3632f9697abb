public import StateMachineGraphs
import StateMachines
public import StreamMachine

extension StreamSession {
    /// The properties of a session.
    public static let properties: [MachineProperty<StreamSession>] = [
        .always("picture in picture is active only while the stream is live") {
            $0.pictureInPicture == .inactive || $0.stream.isLive
        },
        .everyTransition("rotation does not start or end any activity") { step in
            guard case .rotate = step.event else { return true }
            return step.exited.isEmpty && step.entered.isEmpty
        },
        .everyTransition("picture in picture does not affect the player or the connection") { step in
            switch step.event {
            case .stream, .rotate: true
            case .startPictureInPicture, .stopPictureInPicture, .didEnterBackground, .willEnterForeground:
                step.before.stream == step.after.stream
            }
        },
        .everyEvent("every state handles a rotation and a move to the background or the foreground") { step in
            switch step.event {
            case .rotate, .didEnterBackground, .willEnterForeground: step.isHandled
            case .stream, .startPictureInPicture, .stopPictureInPicture: true
            }
        },
        .everyTransition(
            "after a move to the background, picture in picture is active exactly when the stream is live"
        ) { step in
            guard step.event == .didEnterBackground else { return true }
            return (step.after.pictureInPicture == .active) == step.before.stream.isLive
        },
        .everyTransition("a return to the foreground changes nothing") {
            $0.event != .willEnterForeground || $0.before == $0.after
        },
        .activity(.pictureInPicture(.overlay), onlyDuring: .stream(.connection)),
        .activity(.stream(.player), isEnteredOnceBetween: .stream(.start), and: .stream(.stop)),
        .alwaysPossible("the user can return to idle") { $0.stream == .idle },
        .alwaysPossible("picture in picture can be activated") { $0.pictureInPicture == .active },
    ]
}
