#ifndef PAGE_FILES_H
#define PAGE_FILES_H

#include <stddef.h>

/// A file that is compiled into the program.
struct __attribute__((swift_attr("@Sendable"))) page_file {
    /// The contents, which are not terminated by a zero.
    const unsigned char *bytes;
    size_t count;
};

/// Declares a file. In the program, its symbol has a prefix, since a C library of the app could have a symbol `page_html` as well.
#define PAGE_FILE(name) extern const struct page_file name __asm__("state_machine_page_file_" #name)

PAGE_FILE(activities_panel_js);
PAGE_FILE(activity_spans_js);
PAGE_FILE(address_js);
PAGE_FILE(chooser_js);
PAGE_FILE(comparison_js);
PAGE_FILE(copying_js);
PAGE_FILE(coverage_js);
PAGE_FILE(diagram_folds_js);
PAGE_FILE(diagram_gestures_js);
PAGE_FILE(diagram_map_js);
PAGE_FILE(diagram_overview_js);
PAGE_FILE(diagram_search_js);
PAGE_FILE(diagram_view_js);
PAGE_FILE(diagram_css);
PAGE_FILE(diagram_js);
PAGE_FILE(differences_html);
PAGE_FILE(differences_css);
PAGE_FILE(elements_js);
PAGE_FILE(events_panel_js);
PAGE_FILE(front_page_html);
PAGE_FILE(front_page_js);
PAGE_FILE(index_html);
PAGE_FILE(live_event_fields_js);
PAGE_FILE(live_event_form_js);
PAGE_FILE(live_feed_js);
PAGE_FILE(live_machine_js);
PAGE_FILE(live_panel_js);
PAGE_FILE(live_css);
PAGE_FILE(live_html);
PAGE_FILE(machine_js);
PAGE_FILE(messages_js);
PAGE_FILE(neighbours_js);
PAGE_FILE(opening_js);
PAGE_FILE(outcome_js);
PAGE_FILE(page_css);
PAGE_FILE(page_html);
PAGE_FILE(page_js);
PAGE_FILE(panels_css);
PAGE_FILE(picture_export_js);
PAGE_FILE(player_js);
PAGE_FILE(properties_panel_js);
PAGE_FILE(recording_js);
PAGE_FILE(recordings_panel_js);
PAGE_FILE(saving_js);
PAGE_FILE(server_events_js);
PAGE_FILE(state_panel_js);
PAGE_FILE(story_panel_js);
PAGE_FILE(story_css);
PAGE_FILE(story_js);
PAGE_FILE(svg_js);
PAGE_FILE(swift_test_js);
PAGE_FILE(timeline_panel_js);
PAGE_FILE(timeline_js);
PAGE_FILE(together_lanes_js);
PAGE_FILE(together_machine_js);
PAGE_FILE(together_sequence_js);
PAGE_FILE(together_css);
PAGE_FILE(together_html);
PAGE_FILE(together_js);
PAGE_FILE(transition_table_js);
PAGE_FILE(view_box_js);
PAGE_FILE(word_search_js);

#undef PAGE_FILE

#endif
