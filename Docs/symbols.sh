# A function for Docs/build-site and .ci/check-api.
# shellcheck shell=bash

# Extracts the public symbols of modules that `swift build` has built, into FOLDER/MODULE.
# usage: extract_symbols FOLDER MODULE...
extract_symbols() {
    local folder=$1 module built target maps=()
    shift
    built=$(swift build --show-bin-path)
    target=$(swiftc -print-target-info | sed -n 's/.*"triple": "\(.*\)".*/\1/p' | head -n 1)
    # Two of the modules import one in C.
    for module in StateMachinePageFiles StateMachineTrapHandling; do
        maps+=(-Xcc "-fmodule-map-file=Sources/$module/include/module.modulemap")
    done
    for module in "$@"; do
        mkdir -p "$folder/$module"
        swift symbolgraph-extract -module-name "$module" -I "$built/Modules" "${maps[@]}" -target "$target" \
            -minimum-access-level public -skip-synthesized-members -emit-extension-block-symbols -output-dir "$folder/$module"
    done
}
