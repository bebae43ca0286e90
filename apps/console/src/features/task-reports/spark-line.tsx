interface Props {
  /** Oldest first; null is a gap. */
  values: readonly (number | null)[];
}

const [width, height, margin] = [88, 24, 2];

/** How a figure went, without axes: the number beside it says how much. */
export function SparkLine({ values }: Props) {
  const known = values.filter((value) => value !== null);
  if (known.length < 3) return null;
  const [low, high] = [Math.min(...known), Math.max(...known)];
  const x = (index: number) => margin + (index * (width - 2 * margin)) / (values.length - 1);
  const y = (value: number) =>
    high === low ? height / 2 : height - margin - ((value - low) * (height - 2 * margin)) / (high - low);
  const line = values.reduce(
    (path, value, index) =>
      value === null
        ? path
        : `${path}${path === '' || values[index - 1] === null ? 'M' : 'L'}${x(index)} ${y(value)}`,
    '',
  );
  return (
    <svg
      className="spark-line"
      width={width}
      height={height}
      viewBox={`0 0 ${width} ${height}`}
      aria-hidden="true"
    >
      <path d={line} />
    </svg>
  );
}
