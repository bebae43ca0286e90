import type { ShellRecording } from '@sweepline/contract';

export interface TypedLine {
  /** Counts up from 0. */
  n: number;
  /** When the line began, ms since the shell was opened. */
  ms: number;
  text: string;
}

const names: [sent: string, name: string][] = [
  ['\u001b[A', '↑'],
  ['\u001b[B', '↓'],
  ['\u001b[C', '→'],
  ['\u001b[D', '←'],
  ['\u001b', '⎋'],
  ['\t', '⇥'],
  ['\u007f', '⌫'],
  ['\b', '⌫'],
];

/** Keys without a sign, as signs: the arrows, and `^C` for Ctrl and C. */
function withSigns(text: string): string {
  const named = names.reduce((rest, [sent, name]) => rest.replaceAll(sent, name), text);
  return [...named]
    .map((character) =>
      character < ' ' ? `^${String.fromCodePoint(character.codePointAt(0)! + 64)}` : character,
    )
    .join('');
}

/** What was typed, line by line: each ends with Enter, or with the last key. */
export function typedLines(input: NonNullable<ShellRecording['input']>): TypedLine[] {
  const lines: TypedLine[] = [];
  let text = '';
  let beganMs: number | null = null;
  for (const [ms, piece] of input) {
    const parts = piece.split(/\r\n?|\n/);
    for (const [n, part] of parts.entries()) {
      const isEnded = n < parts.length - 1;
      if (part !== '' || isEnded) beganMs ??= ms;
      text += part;
      if (!isEnded) continue;
      lines.push({ n: lines.length, ms: beganMs ?? ms, text: `${withSigns(text)} ⏎`.trimStart() });
      [text, beganMs] = ['', null];
    }
  }
  return beganMs === null ? lines : [...lines, { n: lines.length, ms: beganMs, text: withSigns(text) }];
}
