import type { ShellOutput } from '@sweepline/contract';

/** A slow page gets at most this much of the newest text, sees the gap, and reads the rest with `output`. */
const maxMerged = 64_000;

/** Joins text that follows; behind a gap only the newer text is left. */
export function mergeOutput(older: unknown, newer: unknown): ShellOutput {
  // Both are messages of the rule.
  const [before, after] = [older as ShellOutput, newer as ShellOutput];
  const isNext = before.from + before.text.length === after.from;
  const text = isNext ? before.text + after.text : after.text;
  const cut = Math.max(0, text.length - maxMerged);
  return { ...after, from: (isNext ? before.from : after.from) + cut, text: text.slice(cut) };
}
