#!/usr/bin/env bash
# Measures what a second thread gives to the search: nodes a second, and time to depth.
#
#   benches/threads_speed.sh [DEPTH] [ROUNDS]        depth 19, 3 rounds unless told otherwise
#
# One and two threads search the positions of `damka bench` in turn. Time to depth is compared position by position
# over the sums of all rounds, as a geometric mean; positions that are solved within a millisecond say nothing and
# are left out.
set -euo pipefail
cd "$(dirname "$0")/.."

depth=${1:-19} rounds=${2:-3}
damka=target/release/damka
cargo build -q --release --bin damka
folder=$(mktemp -d)
trap 'rm -r "$folder"' EXIT

for ((round = 1; round <= rounds; round++)); do
    for threads in 1 2; do
        echo "round $round, threads $threads" >&2
        "$damka" bench --depth "$depth" --hash 256 --threads "$threads" >>"$folder/$threads"
    done
done

# Lines of a position: variant, nodes, "nodes", milliseconds, "ms", FEN.
awk '
    FNR == 1 { threads++ }
    $5 == "ms" { time[threads, $1 $6] += $4; nodes[threads] += $2; all[threads] += $4; seen[$1 $6] }
    END {
        for (position in seen) {
            one = time[1, position]; two = time[2, position]
            if (one < rounds || two < rounds) continue
            sum += log(one / two); count++
        }
        for (t = 1; t <= 2; t++) printf "%d thread(s): %.2f M nodes/s\n", t, nodes[t] / all[t] / 1000
        printf "nodes/s: %.2f times; time to depth: %.2f times better (geometric mean of %d positions)\n",
            nodes[2] / all[2] / (nodes[1] / all[1]), exp(sum / count), count
    }' rounds="$rounds" "$folder/1" "$folder/2"
