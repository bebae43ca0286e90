import type { ShellRecording } from '@sweepline/contract';

type Output = ShellRecording['output'];

/** Without output for this long, playing goes on shortly before the next piece. */
const pauseMs = 2_000;
const leadMs = 500;

/** The number of pieces that have been output at a time. */
export function piecesAt(output: Output, ms: number): number {
  let [low, high] = [0, output.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (output[middle]![0] <= ms) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** Where playing is after some time at a speed; with `skips` it leaves out pauses. At the end it stays. */
export function played(
  { output, durationMs }: Pick<ShellRecording, 'output' | 'durationMs'>,
  ms: number,
  { tookMs, speed, skips }: { tookMs: number; speed: number; skips: boolean },
): number {
  const reached = ms + tookMs * speed;
  const next = output[piecesAt(output, reached)]?.[0] ?? durationMs;
  const from = skips && next - reached > pauseMs ? next - leadMs : reached;
  return Math.min(durationMs, from);
}
