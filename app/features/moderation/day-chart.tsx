interface Props {
  /** A value for each day, the oldest first; null for a day without a count. */
  values: readonly (number | null)[];
  /** The chart in words. */
  label: string;
}

const HEIGHT = 32;

/** Renders a bar for each day. The highest has the whole height. */
export function DayChart({ values, label }: Props) {
  const most = Math.max(1, ...values.map((value) => value ?? 0));
  const bars = values.map((value, day) => {
    if (!value) return "";
    const height = Math.max(1, Math.round((value / most) * HEIGHT * 10) / 10);
    return `M${day + 0.1} ${HEIGHT}v-${height}h.8v${height}z`;
  });
  return (
    <svg
      role="img"
      aria-label={label}
      viewBox={`0 0 ${values.length} ${HEIGHT}`}
      preserveAspectRatio="none"
      className="block h-16 w-full border-line border-b text-ember"
    >
      <path d={bars.join("")} fill="currentColor" />
    </svg>
  );
}
