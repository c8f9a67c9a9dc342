#!/usr/bin/env bash
# Measures perft as docs/performance.md reports it, and prints that page's tables as Markdown.
#
#   benches/perft_speed.sh [ROUNDS]        7 rounds unless told otherwise
#
# Both builds of the program (portable, and for this machine's CPU) run in turn with the plain reference
# generator, so that a busy machine slows them all; what is reported is the median over the rounds. Speed is in
# counted moves per second of user time. Instructions are those of callgrind, if valgrind is there.
set -euo pipefail
cd "$(dirname "$0")/.."

rounds=${1:-7}

echo "Building ..." >&2
env -u RUSTFLAGS cargo build -q --release --bin damka
env -u RUSTFLAGS cargo build -q --release -p damka-engine --example reference_perft
CARGO_TARGET_DIR=target/native RUSTFLAGS="-C target-cpu=native" cargo build -q --release --bin damka
reference=target/release/examples/reference_perft
portable=target/release/damka
native=target/native/release/damka

# user COMMAND...: seconds of user time.
user() {
    local TIMEFORMAT=%U
    { time "$@" >/dev/null 2>&1; } 2>&1
}

# seconds COMMAND...: seconds on the clock.
seconds() {
    local TIMEFORMAT=%R
    { time "$@" >/dev/null 2>&1; } 2>&1
}

# nodes ARGUMENTS...: the count.
nodes() {
    "$portable" perft "$@" | sed -n 's/^Nodes searched: //p'
}

calc() {
    awk "BEGIN { printf \"%.$1f\", $2 }"
}

median() {
    sort -n | awk '{ value[NR] = $1 } END { print value[int((NR + 1) / 2)] }'
}

echo "$(uname -sm), $(sed -n 's/^model name[^:]*: //p' /proc/cpuinfo 2>/dev/null | head -1), $(rustc --version)"
echo
echo "| variant | depth | portable, M/s | native, M/s | reference, M/s | native : reference |"
echo "|---|---|---|---|---|---|"
while read -r variant depth reference_depth; do
    count=$(nodes --variant "$variant" --depth "$depth")
    reference_count=$(nodes --variant "$variant" --depth "$reference_depth")
    p="" n="" r="" ratio=""
    for ((round = 1; round <= rounds; round++)); do
        echo "$variant, round $round" >&2
        tr=$(user "$reference" "$variant" "$reference_depth")
        tp=$(user "$portable" perft --variant "$variant" --depth "$depth")
        tn=$(user "$native" perft --variant "$variant" --depth "$depth")
        rate_r=$(calc 3 "$reference_count / 1e6 / $tr")
        rate_n=$(calc 3 "$count / 1e6 / $tn")
        p+="$(calc 3 "$count / 1e6 / $tp")"$'\n'
        n+="$rate_n"$'\n'
        r+="$rate_r"$'\n'
        ratio+="$(calc 3 "$rate_n / $rate_r")"$'\n'
    done
    printf '| %s | %s | %.0f | %.0f | %.2f | %.0f |\n' "$variant" "$depth" \
        "$(printf %s "$p" | median)" "$(printf %s "$n" | median)" \
        "$(printf %s "$r" | median)" "$(printf %s "$ratio" | median)"
done <<'CASES'
russian 12 8
brazilian 12 8
english 12 8
pool 12 8
international 11 7
CASES

if command -v valgrind >/dev/null; then
    # Valgrind does not know AVX-512, which the native build may use: it is given one for x86-64-v3.
    counted=$native
    if [ "$(uname -m)" = x86_64 ]; then
        CARGO_TARGET_DIR=target/v3 RUSTFLAGS="-C target-cpu=x86-64-v3" cargo build -q --release --bin damka
        counted=target/v3/release/damka
    fi
    echo
    echo "| variant | depth | instructions per counted move, portable | x86-64-v3 (elsewhere native) |"
    echo "|---|---|---|---|"
    # instructions PROGRAM ARGUMENTS...: what one run executes.
    instructions() {
        valgrind --tool=callgrind --callgrind-out-file=/dev/null "$@" 2>&1 >/dev/null |
            sed -n 's/.*Collected : //p'
    }
    # per_move PROGRAM VARIANT DEPTH: without what the program needs to start.
    per_move() {
        local all start
        all=$(instructions "$1" perft --variant "$2" --depth "$3")
        start=$(instructions "$1" perft --variant "$2" --depth 1)
        calc 1 "($all - $start) / $(nodes --variant "$2" --depth "$3")"
    }
    while read -r variant depth; do
        echo "$variant, instructions" >&2
        echo "| $variant | $depth | $(per_move "$portable" "$variant" "$depth") | $(per_move "$counted" "$variant" "$depth") |"
    done <<'CASES'
russian 10
brazilian 10
english 10
pool 10
international 9
CASES
fi

echo
echo "| brazilian depth 13 | seconds on the clock |"
echo "|---|---|"
one="" two="" two_ratio="" hash="" hash_ratio=""
for ((round = 1; round <= rounds; round++)); do
    echo "threads and hash, round $round" >&2
    t1=$(seconds "$native" perft --depth 13)
    t2=$(seconds "$native" perft --depth 13 --threads 2)
    th=$(seconds "$native" perft --depth 13 --hash 256)
    one+="$t1"$'\n' two+="$t2"$'\n' hash+="$th"$'\n'
    two_ratio+="$(calc 3 "$t1 / $t2")"$'\n'
    hash_ratio+="$(calc 3 "$t1 / $th")"$'\n'
done
echo "| one thread | $(printf %s "$one" | median) |"
echo "| two threads | $(printf %s "$two" | median) ($(printf %s "$two_ratio" | median) times as fast) |"
echo "| one thread, hash of 256 MB | $(printf %s "$hash" | median) ($(printf %s "$hash_ratio" | median) times as fast) |"

if [ -x /usr/bin/time ] && /usr/bin/time -f %M true 2>/dev/null; then
    echo
    echo "| brazilian depth 12 | greatest resident memory, MB |"
    echo "|---|---|"
    for options in "" "--threads 2" "--hash 64" "--threads 2 --hash 256"; do
        # shellcheck disable=SC2086
        kilobytes=$(/usr/bin/time -f %M "$native" perft --depth 12 $options 2>&1 >/dev/null)
        echo "| ${options:-plain} | $(calc 1 "$kilobytes / 1024") |"
    done
fi
