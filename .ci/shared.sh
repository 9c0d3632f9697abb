# Functions that the checks share. Each check begins with: source "$(dirname "$0")/shared.sh"
# shellcheck shell=bash
set -euo pipefail
root=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)
cd "$root"

# Packages that depend on this one are built in its own folder, so that nothing of it is built twice.
# shellcheck disable=SC2034 # Checks use it.
build=$root/.build

# Commands that run when the check ends, the last one first.
ending=()
trap 'for ((last = ${#ending[@]} - 1; last >= 0; last--)); do eval "${ending[last]}"; done' EXIT

# Runs a command when the check ends, before those that were given earlier. usage: at_exit COMMAND
at_exit() { ending+=("$1"); }

# Sets $scratch to a folder, which is created if needed; without an argument to a temporary one, which is removed at the end.
use_scratch() {
    if [ -n "${1:-}" ]; then
        mkdir -p "$1"
        scratch=$(cd "$1" && pwd)
    else
        scratch=$(mktemp -d)
        at_exit 'rm -rf "$scratch"'
    fi
}

# Prints the fenced block after a marker, a comment with these words.
# usage: fenced_block FILE WORDS
fenced_block() {
    awk -v marker="<!-- $2 -->" '
        $0 == marker { found = 1 }
        found && /^```/ { if (inside) exit; inside = 1; next }
        inside' "$1"
}

# Runs a command with a time limit, and prints the end of its output; if it fails, also all errors and crashes in it.
quietly() {
    local seconds=$1 status=0
    shift
    bounded "$seconds" "$scratch/log" "$@" || status=$?
    if [ "$status" != 0 ]; then
        grep -aE "error:|recorded an issue|Fatal" "$scratch/log" | sort | uniq -c | head -n 60 || true
        # The reason of a crash: what was printed before it, except the progress of tests, and the stack of its thread.
        awk '/^[◇✔↳]/ { next }
            /Program crashed/ { for (line = count > 9 ? count - 9 : 1; line <= count; line++) print last[line] }
            / crashed:$/ { lines = 24 }
            /Program crashed/ || lines-- > 0 { print }
            { last[++count] = $0 }' "$scratch/log" | cut -c1-160
    fi
    tail -n 5 "$scratch/log"
    return "$status"
}

# Runs a command, and kills it after a time limit. Then it prints the tests that have not ended, and the stacks of their threads.
# usage: bounded SECONDS LOG COMMAND...
bounded() {
    local seconds=$1 log=$2 group end process status
    shift 2
    set -m
    "$@" >"$log" 2>&1 </dev/null &
    group=$!
    set +m
    end=$((SECONDS + seconds))
    while ((SECONDS < end)); do
        if ! kill -0 "$group" 2>/dev/null; then
            status=0
            wait "$group" || status=$?
            return "$status"
        fi
        sleep 0.1
    done

    echo "not over after $seconds s: $*"
    ps -o pid,ppid,pgid,stat,etime,args --ppid "$group" --pid "$group" || true
    # Tests that started, and neither passed nor failed.
    comm -23 <(grep -aoP '^◇ (Test|Suite) \K.*(?= started\.$)' "$log" | sort -u) \
        <(grep -aoP '^[✔✘] (Test|Suite) \K.*(?= (passed|failed) after)' "$log" | sort -u) | head -n 50 || true
    if command -v gdb >/dev/null; then
        for process in $(pgrep -g "$group" -f xctest); do
            timeout 60 gdb -p "$process" -batch -ex 'thread apply all bt 20' 2>&1 |
                grep -aE '^(Thread|#)' | cut -c1-160 | head -n 300 || true
        done
    fi
    tail -n 20 "$log"
    kill -KILL -- -"$group"
    wait "$group" 2>/dev/null || true
    return 124
}

# Installs missing packages of Debian.
install_packages() {
    local package missing=() sudo=sudo
    if [ "$(id -u)" = 0 ]; then sudo=; fi
    for package in "$@"; do
        if ! dpkg-query -W -f='${Status}' "$package" 2>/dev/null | grep -q "ok installed"; then missing+=("$package"); fi
    done
    [ ${#missing[@]} != 0 ] || return 0

    local log
    log=$(mktemp)
    apt_install() {
        $sudo env DEBIAN_FRONTEND=noninteractive apt-get install -qq -y --no-install-recommends "${missing[@]}" >"$log" 2>&1
    }
    # The package lists may be missing or old.
    apt_install || {
        $sudo apt-get update -qq
        apt_install || { tail -n 20 "$log"; return 1; }
    }
    rm -f "$log"
}

# Creates a virtual environment of Python with packages of PyPI in a folder, unless it exists.
# usage: install_python FOLDER REQUIREMENT...
install_python() {
    local folder=$1
    shift
    install_packages python3-venv
    [ "$(cat "$folder/requirements" 2>/dev/null)" != "$*" ] || return 0
    rm -rf "$folder"
    python3 -m venv "$folder"
    "$folder/bin/pip" install -q --disable-pip-version-check "$@"
    printf '%s\n' "$*" >"$folder/requirements"
}

# Installs a browser and what checks pages in it, in $scratch/venv; the same for each check, so that a run of all installs it once.
install_for_pages() {
    install_packages chromium fonts-liberation graphviz node-jsdom python3-venv
    install_python "$scratch/venv" axe-playwright-python==0.1.8 deno==2.9.8 playwright==1.65.2
}

# Builds programs, one of which has machines made for the tests of pages. Sets $built to the folder of the programs, and $copied to that
# of the tests that pages will have copied.
# usage: build_for_pages PRODUCT...
build_for_pages() {
    local product
    export PAGE_CHECKS=yes
    copied=$build/CopiedTests
    rm -rf "$copied"
    mkdir -p "$copied"
    echo "// Tests that pages have copied are beside this file." >"$copied/Empty.swift"
    for product in "$@"; do quietly 900 swift build --product "$product"; done
    # shellcheck disable=SC2034 # Checks use it.
    built=$(swift build --show-bin-path)
}

# Runs tests. Fails if one fails, or if there is none. The results are in "$results".
# `swift test` loses output if what it reads at once ends within a character, so no result is read from its log.
# usage: run_tests SECONDS COMMAND..., where the command ends with `swift test` and its arguments
run_tests() {
    local status=0
    results=$scratch/tests-swift-testing.xml
    rm -f "$results"
    quietly "$@" --xunit-output "$scratch/tests.xml" || status=$?
    if [ "$status" != 0 ]; then
        grep -sB 1 "<failure" "$results" | grep -oP '<testcase \K.*(?= time)' | sort -u | head -n 60 || true
        return "$status"
    fi
    ran . || { echo "there are no tests: ${*:2}"; return 1; }
}

# Whether a test in a suite has run, rather than been skipped. usage: ran EXTENDED_REGULAR_EXPRESSION
ran() { grep -qE "<testcase classname=\"[^\"]*($1)\".* time=" "$results"; }

# Builds and runs the tests with a sanitizer. Tests that run programs are left out: the programs would be so slow that they exceed
# their time limits, and the other tests cover their parts.
sanitized() {
    local kind=$1
    quietly 900 swift build --build-tests --sanitize="$kind" --scratch-path "$scratch/$kind" -Xswiftc -warnings-as-errors
    # What a process of an exit test reports counts, too, although its status may be ignored.
    rm -rf "$scratch/reports"
    mkdir "$scratch/reports"
    export TSAN_OPTIONS="log_path=$scratch/reports/thread" ASAN_OPTIONS="log_path=$scratch/reports/address"
    run_sanitized "$kind" 600 --skip "^ExampleTests\.[A-Za-z]*(ExampleTests|TraceTests|TerminalTests)/" \
        --skip "^StateMachineCatalogTests\.[A-Za-z]*ProgramTests/" --skip "^ExploredSystemsTests\."
    # What a trap leaves behind with its thread is a leak.
    ASAN_OPTIONS=$ASAN_OPTIONS:detect_leaks=0 run_sanitized "$kind" 300 --filter "^ExploredSystemsTests\."
}

# Runs tests that are built with a sanitizer, and prints what it reports. usage: run_sanitized KIND SECONDS ARGUMENT...
run_sanitized() {
    local status=0
    run_tests "$2" swift test --skip-build --sanitize="$1" --scratch-path "$scratch/$1" "${@:3}" || status=$?
    if grep -h "SUMMARY: " "$scratch/reports/"* 2>/dev/null | sort | uniq -c; then
        head -n 60 "$scratch/reports/"*
        status=1
    fi
    return "$status"
}
