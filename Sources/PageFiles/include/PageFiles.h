#ifndef PAGE_FILES_H
#define PAGE_FILES_H

#include <stddef.h>

/// A file that is compiled into the program.
struct __attribute__((swift_attr("@Sendable"))) page_file {
    /// The contents, which are not terminated by a zero.
    const unsigned char *bytes;
    size_t count;
};

extern const struct page_file activities_panel_js;
extern const struct page_file activity_spans_js;
extern const struct page_file address_js;
extern const struct page_file chooser_js;
extern const struct page_file comparison_js;
extern const struct page_file copying_js;
extern const struct page_file coverage_js;
extern const struct page_file diagram_folds_js;
extern const struct page_file diagram_gestures_js;
extern const struct page_file diagram_map_js;
extern const struct page_file diagram_overview_js;
extern const struct page_file diagram_search_js;
extern const struct page_file diagram_view_js;
extern const struct page_file diagram_css;
extern const struct page_file diagram_js;
extern const struct page_file differences_html;
extern const struct page_file differences_css;
extern const struct page_file elements_js;
extern const struct page_file events_panel_js;
extern const struct page_file front_page_html;
extern const struct page_file front_page_js;
extern const struct page_file index_html;
extern const struct page_file live_event_fields_js;
extern const struct page_file live_event_form_js;
extern const struct page_file live_feed_js;
extern const struct page_file live_machine_js;
extern const struct page_file live_panel_js;
extern const struct page_file live_css;
extern const struct page_file live_html;
extern const struct page_file machine_js;
extern const struct page_file messages_js;
extern const struct page_file neighbours_js;
extern const struct page_file opening_js;
extern const struct page_file page_css;
extern const struct page_file page_html;
extern const struct page_file page_js;
extern const struct page_file panels_css;
extern const struct page_file picture_export_js;
extern const struct page_file player_js;
extern const struct page_file properties_panel_js;
extern const struct page_file recording_js;
extern const struct page_file recordings_panel_js;
extern const struct page_file saving_js;
extern const struct page_file server_events_js;
extern const struct page_file state_panel_js;
extern const struct page_file story_panel_js;
extern const struct page_file story_css;
extern const struct page_file story_js;
extern const struct page_file svg_js;
extern const struct page_file swift_test_js;
extern const struct page_file timeline_panel_js;
extern const struct page_file timeline_js;
extern const struct page_file together_lanes_js;
extern const struct page_file together_machine_js;
extern const struct page_file together_sequence_js;
extern const struct page_file together_css;
extern const struct page_file together_html;
extern const struct page_file together_js;
extern const struct page_file transition_table_js;
extern const struct page_file view_box_js;
extern const struct page_file word_search_js;

#endif
