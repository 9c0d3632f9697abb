/// The parts of a playable page that do not depend on the machine.
enum PageResources {
    /// The markup, with names in double braces as placeholders.
    static let template = text(PackageResources.page_html)

    /// The markup of a list of pages.
    static let index = text(PackageResources.index_html)

    /// The style sheet.
    static let style = style(of: [
        PackageResources.page_css, PackageResources.diagram_css, PackageResources.panels_css,
        PackageResources.story_css,
    ])

    /// The style sheet, including the part for live machines.
    static let liveStyle = style + style(of: [PackageResources.live_css])

    /// The markup for live machines.
    static let livePanel = text(PackageResources.live_html)

    /// The script, which contains every module.
    ///
    /// A page that is opened from a file cannot import modules. Each module in the script comes
    /// after the modules that it imports.
    static let script =
        "const m = {};\n"
        + script(of: [
            ("elements", PackageResources.elements_js),
            ("messages", PackageResources.messages_js),
            ("copying", PackageResources.copying_js),
            ("saving", PackageResources.saving_js),
            ("opening", PackageResources.opening_js),
            ("machine", PackageResources.machine_js),
            ("timeline", PackageResources.timeline_js),
            ("address", PackageResources.address_js),
            ("recording", PackageResources.recording_js),
            ("swift-test", PackageResources.swift_test_js),
            ("view-box", PackageResources.view_box_js),
            ("svg", PackageResources.svg_js),
            ("diagram-map", PackageResources.diagram_map_js),
            ("diagram-gestures", PackageResources.diagram_gestures_js),
            ("diagram-view", PackageResources.diagram_view_js),
            ("coverage", PackageResources.coverage_js),
            ("diagram-overview", PackageResources.diagram_overview_js),
            ("diagram-folds", PackageResources.diagram_folds_js),
            ("diagram-search", PackageResources.diagram_search_js),
            ("picture-export", PackageResources.picture_export_js),
            ("diagram", PackageResources.diagram_js),
            ("neighbours", PackageResources.neighbours_js),
            ("events-panel", PackageResources.events_panel_js),
            ("activities-panel", PackageResources.activities_panel_js),
            ("timeline-panel", PackageResources.timeline_panel_js),
            ("story", PackageResources.story_js),
            ("story-panel", PackageResources.story_panel_js),
            ("comparison", PackageResources.comparison_js),
            ("recordings-panel", PackageResources.recordings_panel_js),
            ("state-panel", PackageResources.state_panel_js),
            ("transition-table", PackageResources.transition_table_js),
            ("properties-panel", PackageResources.properties_panel_js),
            ("chooser", PackageResources.chooser_js),
            ("player", PackageResources.player_js),
            ("page", PackageResources.page_js),
        ])

    /// The script, including the modules for live machines.
    static let liveScript =
        script
        + script(of: [
            ("live-machine", PackageResources.live_machine_js),
            ("server-events", PackageResources.server_events_js),
            ("live-feed", PackageResources.live_feed_js),
            ("live-event-fields", PackageResources.live_event_fields_js),
            ("live-event-form", PackageResources.live_event_form_js),
            ("activity-spans", PackageResources.activity_spans_js),
            ("live-panel", PackageResources.live_panel_js),
        ])

    /// The markup of the list of apps on the front page of the inspector.
    static let frontPanel = text(PackageResources.front_page_html)

    /// The script of the front page.
    static let frontScript =
        "const m = {};\n"
        + script(of: [
            ("elements", PackageResources.elements_js),
            ("server-events", PackageResources.server_events_js),
            ("front-page", PackageResources.front_page_js),
        ])

    /// The markup of the page with all live machines.
    static let together = text(PackageResources.together_html)

    /// The style sheet of the page with all live machines.
    static let togetherStyle = style(of: [PackageResources.page_css, PackageResources.together_css])

    /// The script of the page with all live machines.
    static let togetherScript =
        "const m = {};\n"
        + script(of: [
            ("elements", PackageResources.elements_js),
            ("server-events", PackageResources.server_events_js),
            ("together-machine", PackageResources.together_machine_js),
            ("together-lanes", PackageResources.together_lanes_js),
            ("together-sequence", PackageResources.together_sequence_js),
            ("together", PackageResources.together_js),
        ])

    private static func style(of sheets: [[UInt8]]) -> String {
        compact(sheets.map(text).joined()).replacing("\n", with: "").replacing(": ", with: ":").replacing(
            " {",
            with: "{"
        )
    }

    private static func script(of modules: [(name: String, bytes: [UInt8])]) -> String {
        // A line end is only needed where it may end a statement.
        compact(modules.map { function(named: $0.name, of: text($0.bytes)) }.joined())
            .replacing(#/([;,{(\[])\n/#) { $0.1 }
    }

    private static func text(_ bytes: [UInt8]) -> String { String(decoding: bytes, as: UTF8.self) }

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
