// The scripts, styles and markup of playable pages, compiled into the program. A literal in Swift with as many bytes takes a minute
// to compile.
#include "StateMachinePageFiles.h"

// Every supported compiler embeds files, although the directive belongs to a later version of C.
#pragma clang diagnostic ignored "-Wc23-extensions"

#define PAGE_FILE(name) const struct page_file name = {name##_bytes, sizeof name##_bytes}

static const unsigned char activities_panel_js_bytes[] = {
#embed "../StateMachineCatalog/PlayablePage/Resources/activities-panel.js"
};
PAGE_FILE(activities_panel_js);

static const unsigned char activity_spans_js_bytes[] = {
#embed "../StateMachineCatalog/PlayablePage/Resources/activity-spans.js"
};
PAGE_FILE(activity_spans_js);

static const unsigned char address_js_bytes[] = {
#embed "../StateMachineCatalog/PlayablePage/Resources/address.js"
};
PAGE_FILE(address_js);

static const unsigned char chooser_js_bytes[] = {
#embed "../StateMachineCatalog/PlayablePage/Resources/chooser.js"
};
PAGE_FILE(chooser_js);

static const unsigned char comparison_js_bytes[] = {
#embed "../StateMachineCatalog/PlayablePage/Resources/comparison.js"
};
PAGE_FILE(comparison_js);

static const unsigned char copying_js_bytes[] = {
#embed "../StateMachineCatalog/PlayablePage/Resources/copying.js"
};
PAGE_FILE(copying_js);

static const unsigned char coverage_js_bytes[] = {
#embed "../StateMachineCatalog/PlayablePage/Resources/coverage.js"
};
PAGE_FILE(coverage_js);

static const unsigned char diagram_folds_js_bytes[] = {
#embed "../StateMachineCatalog/PlayablePage/Resources/diagram-folds.js"
};
PAGE_FILE(diagram_folds_js);

static const unsigned char diagram_gestures_js_bytes[] = {
#embed "../StateMachineCatalog/PlayablePage/Resources/diagram-gestures.js"
};
PAGE_FILE(diagram_gestures_js);

static const unsigned char diagram_map_js_bytes[] = {
#embed "../StateMachineCatalog/PlayablePage/Resources/diagram-map.js"
};
PAGE_FILE(diagram_map_js);

static const unsigned char diagram_overview_js_bytes[] = {
#embed "../StateMachineCatalog/PlayablePage/Resources/diagram-overview.js"
};
PAGE_FILE(diagram_overview_js);

static const unsigned char diagram_search_js_bytes[] = {
#embed "../StateMachineCatalog/PlayablePage/Resources/diagram-search.js"
};
PAGE_FILE(diagram_search_js);

static const unsigned char diagram_view_js_bytes[] = {
#embed "../StateMachineCatalog/PlayablePage/Resources/diagram-view.js"
};
PAGE_FILE(diagram_view_js);

static const unsigned char diagram_css_bytes[] = {
#embed "../StateMachineCatalog/PlayablePage/Resources/diagram.css"
};
PAGE_FILE(diagram_css);

static const unsigned char diagram_js_bytes[] = {
#embed "../StateMachineCatalog/PlayablePage/Resources/diagram.js"
};
PAGE_FILE(diagram_js);

static const unsigned char differences_html_bytes[] = {
#embed "../StateMachineCatalog/PlayablePage/Resources/differences.html"
};
PAGE_FILE(differences_html);

static const unsigned char differences_css_bytes[] = {
#embed "../StateMachineCatalog/PlayablePage/Resources/differences.css"
};
PAGE_FILE(differences_css);

static const unsigned char elements_js_bytes[] = {
#embed "../StateMachineCatalog/PlayablePage/Resources/elements.js"
};
PAGE_FILE(elements_js);

static const unsigned char events_panel_js_bytes[] = {
#embed "../StateMachineCatalog/PlayablePage/Resources/events-panel.js"
};
PAGE_FILE(events_panel_js);

static const unsigned char front_page_html_bytes[] = {
#embed "../StateMachineCatalog/PlayablePage/Resources/front-page.html"
};
PAGE_FILE(front_page_html);

static const unsigned char front_page_js_bytes[] = {
#embed "../StateMachineCatalog/PlayablePage/Resources/front-page.js"
};
PAGE_FILE(front_page_js);

static const unsigned char index_html_bytes[] = {
#embed "../StateMachineCatalog/PlayablePage/Resources/index.html"
};
PAGE_FILE(index_html);

static const unsigned char live_event_fields_js_bytes[] = {
#embed "../StateMachineCatalog/PlayablePage/Resources/live-event-fields.js"
};
PAGE_FILE(live_event_fields_js);

static const unsigned char live_event_form_js_bytes[] = {
#embed "../StateMachineCatalog/PlayablePage/Resources/live-event-form.js"
};
PAGE_FILE(live_event_form_js);

static const unsigned char live_feed_js_bytes[] = {
#embed "../StateMachineCatalog/PlayablePage/Resources/live-feed.js"
};
PAGE_FILE(live_feed_js);

static const unsigned char live_machine_js_bytes[] = {
#embed "../StateMachineCatalog/PlayablePage/Resources/live-machine.js"
};
PAGE_FILE(live_machine_js);

static const unsigned char live_panel_js_bytes[] = {
#embed "../StateMachineCatalog/PlayablePage/Resources/live-panel.js"
};
PAGE_FILE(live_panel_js);

static const unsigned char live_css_bytes[] = {
#embed "../StateMachineCatalog/PlayablePage/Resources/live.css"
};
PAGE_FILE(live_css);

static const unsigned char live_html_bytes[] = {
#embed "../StateMachineCatalog/PlayablePage/Resources/live.html"
};
PAGE_FILE(live_html);

static const unsigned char machine_js_bytes[] = {
#embed "../StateMachineCatalog/PlayablePage/Resources/machine.js"
};
PAGE_FILE(machine_js);

static const unsigned char messages_js_bytes[] = {
#embed "../StateMachineCatalog/PlayablePage/Resources/messages.js"
};
PAGE_FILE(messages_js);

static const unsigned char neighbours_js_bytes[] = {
#embed "../StateMachineCatalog/PlayablePage/Resources/neighbours.js"
};
PAGE_FILE(neighbours_js);

static const unsigned char opening_js_bytes[] = {
#embed "../StateMachineCatalog/PlayablePage/Resources/opening.js"
};
PAGE_FILE(opening_js);

static const unsigned char outcome_js_bytes[] = {
#embed "../StateMachineCatalog/PlayablePage/Resources/outcome.js"
};
PAGE_FILE(outcome_js);

static const unsigned char page_css_bytes[] = {
#embed "../StateMachineCatalog/PlayablePage/Resources/page.css"
};
PAGE_FILE(page_css);

static const unsigned char page_html_bytes[] = {
#embed "../StateMachineCatalog/PlayablePage/Resources/page.html"
};
PAGE_FILE(page_html);

static const unsigned char page_js_bytes[] = {
#embed "../StateMachineCatalog/PlayablePage/Resources/page.js"
};
PAGE_FILE(page_js);

static const unsigned char panels_css_bytes[] = {
#embed "../StateMachineCatalog/PlayablePage/Resources/panels.css"
};
PAGE_FILE(panels_css);

static const unsigned char picture_export_js_bytes[] = {
#embed "../StateMachineCatalog/PlayablePage/Resources/picture-export.js"
};
PAGE_FILE(picture_export_js);

static const unsigned char player_js_bytes[] = {
#embed "../StateMachineCatalog/PlayablePage/Resources/player.js"
};
PAGE_FILE(player_js);

static const unsigned char properties_panel_js_bytes[] = {
#embed "../StateMachineCatalog/PlayablePage/Resources/properties-panel.js"
};
PAGE_FILE(properties_panel_js);

static const unsigned char recording_js_bytes[] = {
#embed "../StateMachineCatalog/PlayablePage/Resources/recording.js"
};
PAGE_FILE(recording_js);

static const unsigned char recordings_panel_js_bytes[] = {
#embed "../StateMachineCatalog/PlayablePage/Resources/recordings-panel.js"
};
PAGE_FILE(recordings_panel_js);

static const unsigned char saving_js_bytes[] = {
#embed "../StateMachineCatalog/PlayablePage/Resources/saving.js"
};
PAGE_FILE(saving_js);

static const unsigned char server_events_js_bytes[] = {
#embed "../StateMachineCatalog/PlayablePage/Resources/server-events.js"
};
PAGE_FILE(server_events_js);

static const unsigned char state_panel_js_bytes[] = {
#embed "../StateMachineCatalog/PlayablePage/Resources/state-panel.js"
};
PAGE_FILE(state_panel_js);

static const unsigned char story_panel_js_bytes[] = {
#embed "../StateMachineCatalog/PlayablePage/Resources/story-panel.js"
};
PAGE_FILE(story_panel_js);

static const unsigned char story_css_bytes[] = {
#embed "../StateMachineCatalog/PlayablePage/Resources/story.css"
};
PAGE_FILE(story_css);

static const unsigned char story_js_bytes[] = {
#embed "../StateMachineCatalog/PlayablePage/Resources/story.js"
};
PAGE_FILE(story_js);

static const unsigned char svg_js_bytes[] = {
#embed "../StateMachineCatalog/PlayablePage/Resources/svg.js"
};
PAGE_FILE(svg_js);

static const unsigned char swift_test_js_bytes[] = {
#embed "../StateMachineCatalog/PlayablePage/Resources/swift-test.js"
};
PAGE_FILE(swift_test_js);

static const unsigned char timeline_panel_js_bytes[] = {
#embed "../StateMachineCatalog/PlayablePage/Resources/timeline-panel.js"
};
PAGE_FILE(timeline_panel_js);

static const unsigned char timeline_js_bytes[] = {
#embed "../StateMachineCatalog/PlayablePage/Resources/timeline.js"
};
PAGE_FILE(timeline_js);

static const unsigned char together_lanes_js_bytes[] = {
#embed "../StateMachineCatalog/PlayablePage/Resources/together-lanes.js"
};
PAGE_FILE(together_lanes_js);

static const unsigned char together_machine_js_bytes[] = {
#embed "../StateMachineCatalog/PlayablePage/Resources/together-machine.js"
};
PAGE_FILE(together_machine_js);

static const unsigned char together_sequence_js_bytes[] = {
#embed "../StateMachineCatalog/PlayablePage/Resources/together-sequence.js"
};
PAGE_FILE(together_sequence_js);

static const unsigned char together_css_bytes[] = {
#embed "../StateMachineCatalog/PlayablePage/Resources/together.css"
};
PAGE_FILE(together_css);

static const unsigned char together_html_bytes[] = {
#embed "../StateMachineCatalog/PlayablePage/Resources/together.html"
};
PAGE_FILE(together_html);

static const unsigned char together_js_bytes[] = {
#embed "../StateMachineCatalog/PlayablePage/Resources/together.js"
};
PAGE_FILE(together_js);

static const unsigned char transition_table_js_bytes[] = {
#embed "../StateMachineCatalog/PlayablePage/Resources/transition-table.js"
};
PAGE_FILE(transition_table_js);

static const unsigned char view_box_js_bytes[] = {
#embed "../StateMachineCatalog/PlayablePage/Resources/view-box.js"
};
PAGE_FILE(view_box_js);

static const unsigned char word_search_js_bytes[] = {
#embed "../StateMachineCatalog/PlayablePage/Resources/word-search.js"
};
PAGE_FILE(word_search_js);
