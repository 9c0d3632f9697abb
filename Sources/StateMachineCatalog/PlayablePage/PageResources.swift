import StateMachinePageFiles

/// The parts of a playable page that do not depend on the machine.
enum PageResources {
    /// The markup, with names in double braces as placeholders.
    static let template = text(StateMachinePageFiles.page_html)

    /// The markup of a list of pages.
    static let index = text(StateMachinePageFiles.index_html)

    /// The style sheet.
    static let style = style(of: [
        StateMachinePageFiles.page_css, StateMachinePageFiles.diagram_css, StateMachinePageFiles.panels_css,
        StateMachinePageFiles.story_css,
    ])

    /// The style sheet, including the part for live machines.
    static let liveStyle = style + style(of: [StateMachinePageFiles.live_css])

    /// The markup for live machines.
    static let livePanel = text(StateMachinePageFiles.live_html)

    /// The script, which contains every module.
    ///
    /// A page that is opened from a file cannot import modules. Each module in the script comes
    /// after the modules that it imports.
    static let script =
        "const m = {};\n"
        + script(of: [
            ("elements", StateMachinePageFiles.elements_js),
            ("word-search", StateMachinePageFiles.word_search_js),
            ("messages", StateMachinePageFiles.messages_js),
            ("copying", StateMachinePageFiles.copying_js),
            ("saving", StateMachinePageFiles.saving_js),
            ("opening", StateMachinePageFiles.opening_js),
            ("outcome", StateMachinePageFiles.outcome_js),
            ("machine", StateMachinePageFiles.machine_js),
            ("timeline", StateMachinePageFiles.timeline_js),
            ("address", StateMachinePageFiles.address_js),
            ("recording", StateMachinePageFiles.recording_js),
            ("swift-test", StateMachinePageFiles.swift_test_js),
            ("view-box", StateMachinePageFiles.view_box_js),
            ("svg", StateMachinePageFiles.svg_js),
            ("diagram-map", StateMachinePageFiles.diagram_map_js),
            ("diagram-gestures", StateMachinePageFiles.diagram_gestures_js),
            ("diagram-view", StateMachinePageFiles.diagram_view_js),
            ("coverage", StateMachinePageFiles.coverage_js),
            ("diagram-overview", StateMachinePageFiles.diagram_overview_js),
            ("diagram-folds", StateMachinePageFiles.diagram_folds_js),
            ("diagram-search", StateMachinePageFiles.diagram_search_js),
            ("picture-export", StateMachinePageFiles.picture_export_js),
            ("diagram", StateMachinePageFiles.diagram_js),
            ("neighbours", StateMachinePageFiles.neighbours_js),
            ("events-panel", StateMachinePageFiles.events_panel_js),
            ("activities-panel", StateMachinePageFiles.activities_panel_js),
            ("timeline-panel", StateMachinePageFiles.timeline_panel_js),
            ("story", StateMachinePageFiles.story_js),
            ("story-panel", StateMachinePageFiles.story_panel_js),
            ("comparison", StateMachinePageFiles.comparison_js),
            ("recordings-panel", StateMachinePageFiles.recordings_panel_js),
            ("state-panel", StateMachinePageFiles.state_panel_js),
            ("transition-table", StateMachinePageFiles.transition_table_js),
            ("properties-panel", StateMachinePageFiles.properties_panel_js),
            ("chooser", StateMachinePageFiles.chooser_js),
            ("player", StateMachinePageFiles.player_js),
            ("page", StateMachinePageFiles.page_js),
        ])

    /// The script, including the modules for live machines.
    static let liveScript =
        script
        + script(of: [
            ("live-machine", StateMachinePageFiles.live_machine_js),
            ("server-events", StateMachinePageFiles.server_events_js),
            ("live-feed", StateMachinePageFiles.live_feed_js),
            ("live-event-fields", StateMachinePageFiles.live_event_fields_js),
            ("live-event-form", StateMachinePageFiles.live_event_form_js),
            ("activity-spans", StateMachinePageFiles.activity_spans_js),
            ("live-panel", StateMachinePageFiles.live_panel_js),
        ])

    /// The markup of the list of apps on the front page of the inspector.
    static let frontPanel = text(StateMachinePageFiles.front_page_html)

    /// The script of the front page.
    static let frontScript =
        "const m = {};\n"
        + script(of: [
            ("elements", StateMachinePageFiles.elements_js),
            ("server-events", StateMachinePageFiles.server_events_js),
            ("front-page", StateMachinePageFiles.front_page_js),
        ])

    /// The markup of the page with all live machines.
    static let together = text(StateMachinePageFiles.together_html)

    /// The style sheet of the page with all live machines.
    static let togetherStyle = style(of: [StateMachinePageFiles.page_css, StateMachinePageFiles.together_css])

    /// The script of the page with all live machines.
    static let togetherScript =
        "const m = {};\n"
        + script(of: [
            ("elements", StateMachinePageFiles.elements_js),
            ("word-search", StateMachinePageFiles.word_search_js),
            ("server-events", StateMachinePageFiles.server_events_js),
            ("outcome", StateMachinePageFiles.outcome_js),
            ("together-machine", StateMachinePageFiles.together_machine_js),
            ("together-lanes", StateMachinePageFiles.together_lanes_js),
            ("together-sequence", StateMachinePageFiles.together_sequence_js),
            ("together", StateMachinePageFiles.together_js),
        ])

    /// The markup of a page that compares a machine with its design.
    static let differences = text(StateMachinePageFiles.differences_html)

    /// The style sheet of a page that compares a machine with its design.
    static let differencesStyle = style(of: [StateMachinePageFiles.page_css, StateMachinePageFiles.differences_css])

    private static func style(of sheets: [page_file]) -> String {
        compact(sheets.map(text).joined()).replacing("\n", with: "").replacing(": ", with: ":").replacing(
            " {",
            with: "{"
        )
    }

    private static func script(of modules: [(name: String, file: page_file)]) -> String {
        // A line end is only needed where it may end a statement.
        compact(modules.map { function(named: $0.name, of: text($0.file)) }.joined())
            .replacing(#/([;,{(\[])\n/#) { $0.1 }
    }

    private static func text(_ file: page_file) -> String {
        String(decoding: UnsafeBufferPointer(start: file.bytes, count: file.count), as: UTF8.self)
    }

    /// Returns a module as a function that is called immediately.
    ///
    /// The function reads its imports from earlier modules and returns its exports.
    private static func function(named name: String, of module: String) -> String {
        let exports = module.matches(of: #/(?m)^export (?:async )?(?:class|function|const) (\w+)/#).map { $0.1 }
        let body =
            module
            .replacing(#/(?m)^import (\{[^}]*\}) from "\./([^"]*)\.js";/#) { match in
                "const \(match.1.filter { !$0.isWhitespace })=m[\"\(match.2)\"];"
            }
            .replacing(#/(?m)^export /#, with: "")
        return "m[\"\(name)\"] = (() => {\n\(body)return{\(exports.joined(separator: ","))};\n})();\n"
    }

    /// Removes parts that a page does not need.
    ///
    /// These parts are comments on separate lines, types, empty lines and indentation.
    private static func compact(_ text: String) -> String {
        text.replacing(#/(?m)^ */\*[^*]*\*+([^/*][^*]*\*+)*/\n/#, with: "")
            .replacing(#//\*\* @[^*]*\*/ ?/#, with: "")
            .split(separator: "\n")
            .map { $0.drop { $0 == " " } }
            .filter { !$0.isEmpty && !$0.hasPrefix("//") }
            .joined(separator: "\n")
    }
}

extension String {
    /// Returns the text with values in place of the names in double braces.
    ///
    /// Double braces inside the values are not replaced.
    func filled(_ values: [String: String]) -> String {
        split(separator: "{{", omittingEmptySubsequences: false).enumerated().map { index, part in
            guard index > 0, let end = part.firstRange(of: "}}") else { return String(part) }
            return values[String(part[..<end.lowerBound]), default: ""] + part[end.upperBound...]
        }.joined()
    }
}
