export interface SparkPoint {
  /** Milliseconds since 1970, or any other position. */
  at: number;
  /** null is unknown. */
  value: number | null;
}

type Known = { at: number; value: number };

/** The parts of a line without unknown values and without a silence longer than `maxGap`. */
export function linesOf(points: readonly SparkPoint[], maxGap = Infinity): Known[][] {
  const lines: Known[][] = [];
  let line: Known[] = [];
  for (const { at, value } of points) {
    const before = line.at(-1);
    if (value === null || (before && at - before.at > maxGap)) line = [];
    if (value === null) continue;
    if (line.length === 0) lines.push(line);
    line.push({ at, value });
  }
  return lines;
}

/** SVG path of a line. A single value is a line of length zero, which round caps show as a dot. */
export const pathOf = (line: readonly { x: number; y: number }[]) =>
  line
    .map(({ x, y }, index) => `${index === 0 ? 'M' : 'L'}${x.toFixed(1)} ${y.toFixed(1)}`)
    .join('')
    .concat(line.length === 1 ? 'h0' : '');
