import type { Cluster } from './clusters.ts';

interface Box {
  left: number;
  right: number;
  top: number;
  bottom: number;
}

export interface LabelPlace {
  side: 'left' | 'right';
}

interface Options {
  width: number;
  /** Height of a line of text in pixels. */
  line: number;
  /** Radius of a mark in pixels. */
  radius: number;
}

/** Characters of East Asian scripts are as wide as the line is high, Latin ones about half. */
const textWidth = (text: string, line: number) =>
  [...text].reduce((sum, letter) => sum + (letter.codePointAt(0)! > 0x2e7f ? 0.8 : 0.46) * line, 0);

const overlap = (a: Box, b: Box) =>
  a.left < b.right && b.left < a.right && a.top < b.bottom && b.top < a.bottom;

/** The side of each label that hides no mark and no earlier label; a label without such a side is left out. */
export function placeLabels(
  clusters: readonly Cluster[],
  textOf: (cluster: Cluster) => string,
  { width, line, radius }: Options,
): Map<string, LabelPlace> {
  const taken: (Box & { key: string })[] = clusters.map(({ key, x, y }) => ({
    key,
    left: x - radius,
    right: x + radius,
    top: y - radius,
    bottom: y + radius,
  }));
  const labels = new Map<string, LabelPlace>();
  for (const cluster of clusters) {
    const { key, x, y } = cluster;
    const length = textWidth(textOf(cluster), line) + radius / 2;
    for (const side of ['right', 'left'] as const) {
      const left = side === 'right' ? x + radius : x - radius - length;
      const box = { key, left, right: left + length, top: y - line / 2, bottom: y + line / 2 };
      if (box.left < 0 || box.right > width) continue;
      if (taken.some((other) => other.key !== key && overlap(box, other))) continue;
      taken.push(box);
      labels.set(key, { side });
      break;
    }
  }
  return labels;
}
