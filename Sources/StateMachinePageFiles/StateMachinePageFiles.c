// The scripts, styles and markup of playable pages, compiled into the program. A literal in Swift with as many bytes takes a minute
// to compile.
#include "StateMachinePageFiles.h"

#include <string.h>

// Every supported compiler embeds files, although the directive belongs to a later version of C.
#pragma clang diagnostic ignored "-Wc23-extensions"

static const struct {
    const char *name;
    const unsigned char *text;
} files[] = {
    {"activities-panel.js", (const unsigned char[]){
#embed "../StateMachineCatalog/PlayablePage/Resources/activities-panel.js" suffix(, 0)
    }},
    {"activity-spans.js", (const unsigned char[]){
#embed "../StateMachineCatalog/PlayablePage/Resources/activity-spans.js" suffix(, 0)
    }},
    {"address.js", (const unsigned char[]){
#embed "../StateMachineCatalog/PlayablePage/Resources/address.js" suffix(, 0)
    }},
    {"along.js", (const unsigned char[]){
#embed "../StateMachineCatalog/PlayablePage/Resources/along.js" suffix(, 0)
    }},
    {"chooser.js", (const unsigned char[]){
#embed "../StateMachineCatalog/PlayablePage/Resources/chooser.js" suffix(, 0)
    }},
    {"comparison.js", (const unsigned char[]){
#embed "../StateMachineCatalog/PlayablePage/Resources/comparison.js" suffix(, 0)
    }},
    {"copying.js", (const unsigned char[]){
#embed "../StateMachineCatalog/PlayablePage/Resources/copying.js" suffix(, 0)
    }},
    {"coverage.js", (const unsigned char[]){
#embed "../StateMachineCatalog/PlayablePage/Resources/coverage.js" suffix(, 0)
    }},
    {"diagram-folds.js", (const unsigned char[]){
#embed "../StateMachineCatalog/PlayablePage/Resources/diagram-folds.js" suffix(, 0)
    }},
    {"diagram-gestures.js", (const unsigned char[]){
#embed "../StateMachineCatalog/PlayablePage/Resources/diagram-gestures.js" suffix(, 0)
    }},
    {"diagram-map.js", (const unsigned char[]){
#embed "../StateMachineCatalog/PlayablePage/Resources/diagram-map.js" suffix(, 0)
    }},
    {"diagram-overview.js", (const unsigned char[]){
#embed "../StateMachineCatalog/PlayablePage/Resources/diagram-overview.js" suffix(, 0)
    }},
    {"diagram-search.js", (const unsigned char[]){
#embed "../StateMachineCatalog/PlayablePage/Resources/diagram-search.js" suffix(, 0)
    }},
    {"diagram-view.js", (const unsigned char[]){
#embed "../StateMachineCatalog/PlayablePage/Resources/diagram-view.js" suffix(, 0)
    }},
    {"diagram.css", (const unsigned char[]){
#embed "../StateMachineCatalog/PlayablePage/Resources/diagram.css" suffix(, 0)
    }},
    {"diagram.js", (const unsigned char[]){
#embed "../StateMachineCatalog/PlayablePage/Resources/diagram.js" suffix(, 0)
    }},
    {"differences.css", (const unsigned char[]){
#embed "../StateMachineCatalog/PlayablePage/Resources/differences.css" suffix(, 0)
    }},
    {"differences.html", (const unsigned char[]){
#embed "../StateMachineCatalog/PlayablePage/Resources/differences.html" suffix(, 0)
    }},
    {"elements.js", (const unsigned char[]){
#embed "../StateMachineCatalog/PlayablePage/Resources/elements.js" suffix(, 0)
    }},
    {"events-panel.js", (const unsigned char[]){
#embed "../StateMachineCatalog/PlayablePage/Resources/events-panel.js" suffix(, 0)
    }},
    {"fleet-items.js", (const unsigned char[]){
#embed "../StateMachineCatalog/PlayablePage/Resources/fleet-items.js" suffix(, 0)
    }},
    {"fleet-machine.js", (const unsigned char[]){
#embed "../StateMachineCatalog/PlayablePage/Resources/fleet-machine.js" suffix(, 0)
    }},
    {"fleet.css", (const unsigned char[]){
#embed "../StateMachineCatalog/PlayablePage/Resources/fleet.css" suffix(, 0)
    }},
    {"fleet.html", (const unsigned char[]){
#embed "../StateMachineCatalog/PlayablePage/Resources/fleet.html" suffix(, 0)
    }},
    {"fleet.js", (const unsigned char[]){
#embed "../StateMachineCatalog/PlayablePage/Resources/fleet.js" suffix(, 0)
    }},
    {"front-page.html", (const unsigned char[]){
#embed "../StateMachineCatalog/PlayablePage/Resources/front-page.html" suffix(, 0)
    }},
    {"front-page.js", (const unsigned char[]){
#embed "../StateMachineCatalog/PlayablePage/Resources/front-page.js" suffix(, 0)
    }},
    {"index.html", (const unsigned char[]){
#embed "../StateMachineCatalog/PlayablePage/Resources/index.html" suffix(, 0)
    }},
    {"json-member.js", (const unsigned char[]){
#embed "../StateMachineCatalog/PlayablePage/Resources/json-member.js" suffix(, 0)
    }},
    {"live-event-fields.js", (const unsigned char[]){
#embed "../StateMachineCatalog/PlayablePage/Resources/live-event-fields.js" suffix(, 0)
    }},
    {"live-event-form.js", (const unsigned char[]){
#embed "../StateMachineCatalog/PlayablePage/Resources/live-event-form.js" suffix(, 0)
    }},
    {"live-feed.js", (const unsigned char[]){
#embed "../StateMachineCatalog/PlayablePage/Resources/live-feed.js" suffix(, 0)
    }},
    {"live-machine.js", (const unsigned char[]){
#embed "../StateMachineCatalog/PlayablePage/Resources/live-machine.js" suffix(, 0)
    }},
    {"live-panel.js", (const unsigned char[]){
#embed "../StateMachineCatalog/PlayablePage/Resources/live-panel.js" suffix(, 0)
    }},
    {"live.css", (const unsigned char[]){
#embed "../StateMachineCatalog/PlayablePage/Resources/live.css" suffix(, 0)
    }},
    {"live.html", (const unsigned char[]){
#embed "../StateMachineCatalog/PlayablePage/Resources/live.html" suffix(, 0)
    }},
    {"machine.js", (const unsigned char[]){
#embed "../StateMachineCatalog/PlayablePage/Resources/machine.js" suffix(, 0)
    }},
    {"messages.js", (const unsigned char[]){
#embed "../StateMachineCatalog/PlayablePage/Resources/messages.js" suffix(, 0)
    }},
    {"moment-time.js", (const unsigned char[]){
#embed "../StateMachineCatalog/PlayablePage/Resources/moment-time.js" suffix(, 0)
    }},
    {"neighbours.js", (const unsigned char[]){
#embed "../StateMachineCatalog/PlayablePage/Resources/neighbours.js" suffix(, 0)
    }},
    {"opening.js", (const unsigned char[]){
#embed "../StateMachineCatalog/PlayablePage/Resources/opening.js" suffix(, 0)
    }},
    {"outcome.js", (const unsigned char[]){
#embed "../StateMachineCatalog/PlayablePage/Resources/outcome.js" suffix(, 0)
    }},
    {"page.css", (const unsigned char[]){
#embed "../StateMachineCatalog/PlayablePage/Resources/page.css" suffix(, 0)
    }},
    {"page.html", (const unsigned char[]){
#embed "../StateMachineCatalog/PlayablePage/Resources/page.html" suffix(, 0)
    }},
    {"page.js", (const unsigned char[]){
#embed "../StateMachineCatalog/PlayablePage/Resources/page.js" suffix(, 0)
    }},
    {"panels.css", (const unsigned char[]){
#embed "../StateMachineCatalog/PlayablePage/Resources/panels.css" suffix(, 0)
    }},
    {"picture-export.js", (const unsigned char[]){
#embed "../StateMachineCatalog/PlayablePage/Resources/picture-export.js" suffix(, 0)
    }},
    {"player.js", (const unsigned char[]){
#embed "../StateMachineCatalog/PlayablePage/Resources/player.js" suffix(, 0)
    }},
    {"properties-panel.js", (const unsigned char[]){
#embed "../StateMachineCatalog/PlayablePage/Resources/properties-panel.js" suffix(, 0)
    }},
    {"property-check.js", (const unsigned char[]){
#embed "../StateMachineCatalog/PlayablePage/Resources/property-check.js" suffix(, 0)
    }},
    {"recorded-entry.js", (const unsigned char[]){
#embed "../StateMachineCatalog/PlayablePage/Resources/recorded-entry.js" suffix(, 0)
    }},
    {"recorded-names.js", (const unsigned char[]){
#embed "../StateMachineCatalog/PlayablePage/Resources/recorded-names.js" suffix(, 0)
    }},
    {"recording-file.js", (const unsigned char[]){
#embed "../StateMachineCatalog/PlayablePage/Resources/recording-file.js" suffix(, 0)
    }},
    {"recording-writer.js", (const unsigned char[]){
#embed "../StateMachineCatalog/PlayablePage/Resources/recording-writer.js" suffix(, 0)
    }},
    {"recording.js", (const unsigned char[]){
#embed "../StateMachineCatalog/PlayablePage/Resources/recording.js" suffix(, 0)
    }},
    {"recordings-panel.js", (const unsigned char[]){
#embed "../StateMachineCatalog/PlayablePage/Resources/recordings-panel.js" suffix(, 0)
    }},
    {"run-facts.js", (const unsigned char[]){
#embed "../StateMachineCatalog/PlayablePage/Resources/run-facts.js" suffix(, 0)
    }},
    {"repeated-entry.js", (const unsigned char[]){
#embed "../StateMachineCatalog/PlayablePage/Resources/repeated-entry.js" suffix(, 0)
    }},
    {"saving.js", (const unsigned char[]){
#embed "../StateMachineCatalog/PlayablePage/Resources/saving.js" suffix(, 0)
    }},
    {"server-events.js", (const unsigned char[]){
#embed "../StateMachineCatalog/PlayablePage/Resources/server-events.js" suffix(, 0)
    }},
    {"shares.js", (const unsigned char[]){
#embed "../StateMachineCatalog/PlayablePage/Resources/shares.js" suffix(, 0)
    }},
    {"state-panel.js", (const unsigned char[]){
#embed "../StateMachineCatalog/PlayablePage/Resources/state-panel.js" suffix(, 0)
    }},
    {"steps-panel.js", (const unsigned char[]){
#embed "../StateMachineCatalog/PlayablePage/Resources/steps-panel.js" suffix(, 0)
    }},
    {"steps.css", (const unsigned char[]){
#embed "../StateMachineCatalog/PlayablePage/Resources/steps.css" suffix(, 0)
    }},
    {"story-panel.js", (const unsigned char[]){
#embed "../StateMachineCatalog/PlayablePage/Resources/story-panel.js" suffix(, 0)
    }},
    {"story-range.js", (const unsigned char[]){
#embed "../StateMachineCatalog/PlayablePage/Resources/story-range.js" suffix(, 0)
    }},
    {"story.css", (const unsigned char[]){
#embed "../StateMachineCatalog/PlayablePage/Resources/story.css" suffix(, 0)
    }},
    {"story.js", (const unsigned char[]){
#embed "../StateMachineCatalog/PlayablePage/Resources/story.js" suffix(, 0)
    }},
    {"svg.js", (const unsigned char[]){
#embed "../StateMachineCatalog/PlayablePage/Resources/svg.js" suffix(, 0)
    }},
    {"swift-test.js", (const unsigned char[]){
#embed "../StateMachineCatalog/PlayablePage/Resources/swift-test.js" suffix(, 0)
    }},
    {"timeline-panel.js", (const unsigned char[]){
#embed "../StateMachineCatalog/PlayablePage/Resources/timeline-panel.js" suffix(, 0)
    }},
    {"timeline.js", (const unsigned char[]){
#embed "../StateMachineCatalog/PlayablePage/Resources/timeline.js" suffix(, 0)
    }},
    {"together-content.js", (const unsigned char[]){
#embed "../StateMachineCatalog/PlayablePage/Resources/together-content.js" suffix(, 0)
    }},
    {"together-file.js", (const unsigned char[]){
#embed "../StateMachineCatalog/PlayablePage/Resources/together-file.js" suffix(, 0)
    }},
    {"together-filters.js", (const unsigned char[]){
#embed "../StateMachineCatalog/PlayablePage/Resources/together-filters.js" suffix(, 0)
    }},
    {"together-focus.js", (const unsigned char[]){
#embed "../StateMachineCatalog/PlayablePage/Resources/together-focus.js" suffix(, 0)
    }},
    {"together-lanes.js", (const unsigned char[]){
#embed "../StateMachineCatalog/PlayablePage/Resources/together-lanes.js" suffix(, 0)
    }},
    {"together-log.js", (const unsigned char[]){
#embed "../StateMachineCatalog/PlayablePage/Resources/together-log.js" suffix(, 0)
    }},
    {"together-machine.js", (const unsigned char[]){
#embed "../StateMachineCatalog/PlayablePage/Resources/together-machine.js" suffix(, 0)
    }},
    {"together-pages.js", (const unsigned char[]){
#embed "../StateMachineCatalog/PlayablePage/Resources/together-pages.js" suffix(, 0)
    }},
    {"together-picture.js", (const unsigned char[]){
#embed "../StateMachineCatalog/PlayablePage/Resources/together-picture.js" suffix(, 0)
    }},
    {"together-recording.js", (const unsigned char[]){
#embed "../StateMachineCatalog/PlayablePage/Resources/together-recording.js" suffix(, 0)
    }},
    {"together-sequence.js", (const unsigned char[]){
#embed "../StateMachineCatalog/PlayablePage/Resources/together-sequence.js" suffix(, 0)
    }},
    {"together-story.js", (const unsigned char[]){
#embed "../StateMachineCatalog/PlayablePage/Resources/together-story.js" suffix(, 0)
    }},
    {"together-test.js", (const unsigned char[]){
#embed "../StateMachineCatalog/PlayablePage/Resources/together-test.js" suffix(, 0)
    }},
    {"together-text.js", (const unsigned char[]){
#embed "../StateMachineCatalog/PlayablePage/Resources/together-text.js" suffix(, 0)
    }},
    {"together-times.js", (const unsigned char[]){
#embed "../StateMachineCatalog/PlayablePage/Resources/together-times.js" suffix(, 0)
    }},
    {"together.css", (const unsigned char[]){
#embed "../StateMachineCatalog/PlayablePage/Resources/together.css" suffix(, 0)
    }},
    {"together.html", (const unsigned char[]){
#embed "../StateMachineCatalog/PlayablePage/Resources/together.html" suffix(, 0)
    }},
    {"together.js", (const unsigned char[]){
#embed "../StateMachineCatalog/PlayablePage/Resources/together.js" suffix(, 0)
    }},
    {"transition-table.js", (const unsigned char[]){
#embed "../StateMachineCatalog/PlayablePage/Resources/transition-table.js" suffix(, 0)
    }},
    {"view-box.js", (const unsigned char[]){
#embed "../StateMachineCatalog/PlayablePage/Resources/view-box.js" suffix(, 0)
    }},
    {"word-search.js", (const unsigned char[]){
#embed "../StateMachineCatalog/PlayablePage/Resources/word-search.js" suffix(, 0)
    }},
};

const unsigned char *state_machine_page_file(const char *name) {
    for (size_t index = 0; index < sizeof files / sizeof *files; index++) {
        if (strcmp(files[index].name, name) == 0) return files[index].text;
    }
    return NULL;
}
