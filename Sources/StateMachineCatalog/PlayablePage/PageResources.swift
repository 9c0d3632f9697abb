import PageFiles

/// The parts of a playable page that do not depend on the machine.
enum PageResources {
    /// The markup, with names in double braces as placeholders.
    static let template = text(PageFiles.page_html)

    /// The markup of a list of pages.
    static let index = text(PageFiles.index_html)

    /// The style sheet.
    static let style = style(of: [
        PageFiles.page_css, PageFiles.diagram_css, PageFiles.panels_css,
        PageFiles.story_css,
    ])

    /// The style sheet, including the part for live machines.
    static let liveStyle = style + style(of: [PageFiles.live_css])

    /// The markup for live machines.
    static let livePanel = text(PageFiles.live_html)

    /// The script, which contains every module.
    ///
    /// A page that is opened from a file cannot import modules. Each module in the script comes
    /// after the modules that it imports.
    static let script =
        "const m = {};\n"
        + script(of: [
            ("elements", PageFiles.elements_js),
            ("word-search", PageFiles.word_search_js),
            ("messages", PageFiles.messages_js),
            ("copying", PageFiles.copying_js),
            ("saving", PageFiles.saving_js),
            ("opening", PageFiles.opening_js),
            ("machine", PageFiles.machine_js),
            ("timeline", PageFiles.timeline_js),
            ("address", PageFiles.address_js),
            ("recording", PageFiles.recording_js),
            ("swift-test", PageFiles.swift_test_js),
            ("view-box", PageFiles.view_box_js),
            ("svg", PageFiles.svg_js),
            ("diagram-map", PageFiles.diagram_map_js),
            ("diagram-gestures", PageFiles.diagram_gestures_js),
            ("diagram-view", PageFiles.diagram_view_js),
            ("coverage", PageFiles.coverage_js),
            ("diagram-overview", PageFiles.diagram_overview_js),
            ("diagram-folds", PageFiles.diagram_folds_js),
            ("diagram-search", PageFiles.diagram_search_js),
            ("picture-export", PageFiles.picture_export_js),
            ("diagram", PageFiles.diagram_js),
            ("neighbours", PageFiles.neighbours_js),
            ("events-panel", PageFiles.events_panel_js),
            ("activities-panel", PageFiles.activities_panel_js),
            ("timeline-panel", PageFiles.timeline_panel_js),
            ("story", PageFiles.story_js),
            ("story-panel", PageFiles.story_panel_js),
            ("comparison", PageFiles.comparison_js),
            ("recordings-panel", PageFiles.recordings_panel_js),
            ("state-panel", PageFiles.state_panel_js),
            ("transition-table", PageFiles.transition_table_js),
            ("properties-panel", PageFiles.properties_panel_js),
            ("chooser", PageFiles.chooser_js),
            ("player", PageFiles.player_js),
            ("page", PageFiles.page_js),
        ])

    /// The script, including the modules for live machines.
    static let liveScript =
        script
        + script(of: [
            ("live-machine", PageFiles.live_machine_js),
            ("server-events", PageFiles.server_events_js),
            ("live-feed", PageFiles.live_feed_js),
            ("live-event-fields", PageFiles.live_event_fields_js),
            ("live-event-form", PageFiles.live_event_form_js),
            ("activity-spans", PageFiles.activity_spans_js),
            ("live-panel", PageFiles.live_panel_js),
        ])

    /// The markup of the list of apps on the front page of the inspector.
    static let frontPanel = text(PageFiles.front_page_html)

    /// The script of the front page.
    static let frontScript =
        "const m = {};\n"
        + script(of: [
            ("elements", PageFiles.elements_js),
            ("server-events", PageFiles.server_events_js),
            ("front-page", PageFiles.front_page_js),
        ])

    /// The markup of the page with all live machines.
    static let together = text(PageFiles.together_html)

    /// The style sheet of the page with all live machines.
    static let togetherStyle = style(of: [PageFiles.page_css, PageFiles.together_css])

    /// The script of the page with all live machines.
    static let togetherScript =
        "const m = {};\n"
        + script(of: [
            ("elements", PageFiles.elements_js),
            ("word-search", PageFiles.word_search_js),
            ("server-events", PageFiles.server_events_js),
            ("together-machine", PageFiles.together_machine_js),
            ("together-lanes", PageFiles.together_lanes_js),
            ("together-sequence", PageFiles.together_sequence_js),
            ("together", PageFiles.together_js),
        ])

    /// The markup of a page that compares a machine with its design.
    static let differences = text(PageFiles.differences_html)

    /// The style sheet of a page that compares a machine with its design.
    static let differencesStyle = style(of: [PageFiles.page_css, PageFiles.differences_css])

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
