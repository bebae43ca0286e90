import type { ShellRecording } from '@sweepline/contract';

type Output = ShellRecording['output'];

export interface PlainOutput {
  text: string;
  /** Where the text of each piece begins. */
  starts: number[];
}

export interface FoundText {
  /** Where it begins in the text. */
  at: number;
  /** When the text appeared, ms since the shell was opened. */
  ms: number;
  /** The line that contains it. */
  line: string;
}

const escape = '\u001b';
const bell = '\u0007';
const opensString = new Set([']', 'P', '_', '^', 'X']);
const takesOneMore = new Set(['(', ')', '*', '+', '#', '%', ' ']);

type Within = 'text' | 'escape' | 'sequence' | 'string' | 'oneMore';

const afterEscape = (character: string): Within =>
  character === '['
    ? 'sequence'
    : opensString.has(character)
      ? 'string'
      : takesOneMore.has(character)
        ? 'oneMore'
        : 'text';

/** What a control sequence continues with; the characters of text are handled by the caller. */
function next(within: Exclude<Within, 'text'>, character: string): Within {
  if (within === 'escape') return afterEscape(character);
  if (within === 'oneMore') return 'text';
  if (within === 'sequence') return character >= '@' && character <= '~' ? 'text' : 'sequence';
  return character === bell ? 'text' : character === escape ? 'escape' : 'string';
}

/** The text of an output without control sequences, also of those that are split over pieces. A backspace takes a character back. */
export function plainOutput(output: Output): PlainOutput {
  const characters: string[] = [];
  const starts: number[] = [];
  let within: Within = 'text';
  for (const [, piece] of output) {
    starts.push(characters.length);
    for (const character of piece) {
      if (within !== 'text') within = next(within, character);
      else if (character === escape) within = 'escape';
      else if (character === '\b') {
        if (characters.length > 0 && characters.at(-1) !== '\n') characters.pop();
      } else if (character === '\n' || character === '\t' || character >= ' ') characters.push(character);
    }
  }
  return { text: characters.join(''), starts: starts.map((start) => Math.min(start, characters.length)) };
}

const maxFound = 500;

/** The places of a text, oldest first, with the time of the piece that each begins in. */
export function searchOutput({ text, starts }: PlainOutput, output: Output, find: string): FoundText[] {
  if (find === '') return [];
  const [whole, needle] = [text.toLowerCase(), find.toLowerCase()];
  const found: FoundText[] = [];
  let piece = 0;
  for (let at = whole.indexOf(needle); at >= 0; at = whole.indexOf(needle, at + needle.length)) {
    while (piece + 1 < starts.length && starts[piece + 1]! <= at) piece += 1;
    const begin = text.lastIndexOf('\n', at) + 1;
    const end = text.indexOf('\n', at);
    found.push({
      at,
      ms: output[piece]?.[0] ?? 0,
      line: text.slice(begin, end < 0 ? undefined : end).trim(),
    });
    if (found.length === maxFound) break;
  }
  return found;
}
