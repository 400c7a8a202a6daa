# What the samples of a soak say: after the warm-up, slopes an hour with their standard errors, and the smallest and largest value.
# The slope is that of a line through the least values of BLOCKS equal parts of the time: between two collections memory grows by
# what is garbage already, and what is kept shows in the least. Of open files, threads and load it is that of a line through all.
# Runs of less than 20 minutes after the warm-up are too short to be judged.
BEGIN {
  FS = ","
  BLOCKS = 5
  judged = until - from >= 1200
}
NR == 1 {
  for (i = 2; i <= NF; i++) name[i] = $i
  columns = NF
  next
}
$1 >= from && $1 <= until {
  n++
  second[n] = $1
  for (i = 2; i <= columns; i++) {
    # KiB and bytes become MiB.
    y = $i
    if (name[i] ~ /resident|anonymous/) y /= 1024
    if (name[i] ~ /bytes/) y /= 1048576
    value[i, n] = y
  }
}
# Adds a point of the line that is being laid.
function point(x, y) {
  points++
  sx += x
  sy += y
  sxx += x * x
  syy += y * y
  sxy += x * y
}
function begin_line() {
  points = sx = sy = sxx = syy = sxy = 0
}
# Leaves the line's slope in slope and its standard error in error.
function end_line(  spread, rest) {
  spread = sxx - sx * sx / points
  slope = (sxy - sx * sy / points) / spread
  rest = syy - sy * sy / points - slope * slope * spread
  error = rest > 0 ? sqrt(rest / (points - 2) / spread) : 0
}
END {
  if (n < 2 * BLOCKS) {
    print "Too few samples after the warm-up."
    exit 1
  }
  printf "%d samples from second %d on; MiB, or how many\n", n, from
  printf "  %-18s %9s %9s %9s %10s %8s\n", "", "mean", "least", "most", "an hour", "± 1 s.e."
  for (i = 2; i <= columns; i++) {
    total = 0
    least = most = value[i, 1]
    isMemory = name[i] ~ /resident|anonymous|bytes/
    begin_line()
    for (k = 1; k <= n; k++) {
      y = value[i, k]
      total += y
      if (y < least) least = y
      if (y > most) most = y
      if (!isMemory) {
        point(second[k] / 3600, y)
        continue
      }
      block = int((k - 1) * BLOCKS / n)
      if (block != int((k - 2) * BLOCKS / n) || k == 1 || y < floor) {
        floor = y
        at = second[k]
      }
      if (k == n || int(k * BLOCKS / n) != block) point(at / 3600, floor)
    }
    end_line()
    printf "  %-18s %9.2f %9.2f %9.2f %+10.2f %8.2f\n", name[i], total / n, least, most, slope, error
    # What can't be told from the limit isn't held against it.
    if (judged && name[i] ~ /resident|lua|files|threads/ && slope - 2 * error > 1) grows = grows " " name[i]
  }
  if (grows) {
    print "  NOT FLAT:" grows
    exit 1
  }
}
