# Evaluates the samples of a soak after the warm-up: min, max, and least-squares slopes per hour with their standard errors. Slopes of
# memory use only samples at rest, after the bridge's garbage collection; other samples include garbage. A run with less than 20
# minutes after the warm-up is too short to fail.
# The columns are those of soak.sh: the seconds, then figures, and last whether the load was at rest. Variables: from and until, seconds.
BEGIN {
  FS = ","
  judged = until - from >= 1200
}
NR == 1 {
  for (i = 2; i < NF; i++) name[i] = $i
  columns = NF - 1
  next
}
$1 >= from && $1 <= until {
  n++
  x = $1 / 3600
  for (i = 2; i <= columns; i++) {
    # KiB and bytes become MiB.
    y = $i
    if (name[i] ~ /resident|anonymous/) y /= 1024
    if (name[i] ~ /bytes/) y /= 1048576
    total[i] += y
    if (n == 1 || y < min[i]) min[i] = y
    if (n == 1 || y > max[i]) max[i] = y
    if (name[i] ~ /resident|anonymous|bytes/ && !$NF) continue
    points[i]++
    sx[i] += x
    sxx[i] += x * x
    sy[i] += y
    syy[i] += y * y
    sxy[i] += x * y
  }
}
END {
  if (points[2] < 3) {
    print "Too few samples at rest after the warm-up."
    exit 1
  }
  printf "%d samples from second %d, %d of them at rest; in MiB or counts\n", n, from, points[2]
  printf "  %-18s %9s %9s %9s %9s %10s %8s\n", "", "mean", "min", "max", "at rest", "per hour", "± 1 s.e."
  for (i = 2; i <= columns; i++) {
    spread = sxx[i] - sx[i] * sx[i] / points[i]
    slope = (sxy[i] - sx[i] * sy[i] / points[i]) / spread
    rest = syy[i] - sy[i] * sy[i] / points[i] - slope * slope * spread
    error = rest > 0 ? sqrt(rest / (points[i] - 2) / spread) : 0
    printf "  %-18s %9.2f %9.2f %9.2f %9.2f %+10.2f %8.2f\n", name[i], total[i] / n, min[i], max[i], sy[i] / points[i], slope, error
    # Fails only if the slope is above 1 (MiB or a count) per hour by more than two standard errors.
    if (judged && name[i] ~ /resident|lua|files|threads/ && slope - 2 * error > 1) grows = grows " " name[i]
  }
  if (grows) {
    print "  NOT FLAT:" grows
    exit 1
  }
}
