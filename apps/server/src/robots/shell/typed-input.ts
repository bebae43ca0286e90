/** What was typed: milliseconds since the opening, and text. */
export type TypedPiece = [ms: number, text: string];

interface Typed {
  ms: number;
  char: string;
  isEchoed: boolean;
}
interface Line {
  typed: Typed[];
  /** When it was sent with Enter or a control key. */
  sentMs: number | undefined;
}

/** The robot echoes a line within this time after it was sent. */
const echoWithinMs = 1_000;
/** Enter, Ctrl-C and Ctrl-D. */
const lineEnds: readonly string[] = ['\r', '\n', '\u0003', '\u0004'];
const dot = '•';
const [escape, bell] = ['\u001b', '\u0007'];
const sequence = String.raw`(?:\[[0-?]*[ -/]*[@-~]|\][^${bell}${escape}]*(?:${bell}|${escape}\\)|[@-Z\\-_])`;
/** Colours, positions, titles, and the other control characters: an echo is what remains. */
const controls = new RegExp(String.raw`${escape}${sequence}|\p{Cc}`, 'gu');
const isPrintable = (char: string) => char >= ' ' && char !== '\u007f';

/**
 * Finds out what the robot echoed of the typed text. A line of which it did not echo everything, as a password, becomes dots: it
 * is better to lose a word than to store a secret.
 */
export class TypedInput {
  #lines: Line[] = [];
  /** The line of the last echo. */
  #echoed: Line | undefined;

  type(ms: number, text: string): void {
    for (const char of text) {
      const line = this.#openLine();
      line.typed.push({ ms, char, isEchoed: !isPrintable(char) });
      if (lineEnds.includes(char)) line.sentMs = ms;
    }
  }

  /**
   * The robot shows text. What was typed counts as echoed if the text begins with it, in the line of the last echo or in the first one
   * that fits: a password before it has no echo.
   */
  show(text: string): void {
    const chars = [...text.replaceAll(controls, '')];
    const isNext = (line: Line) => line.typed.find(({ isEchoed }) => !isEchoed)?.char === chars[0];
    const last = this.#lines.findIndex((line) => line === this.#echoed && isNext(line));
    const first = last < 0 ? this.#lines.findIndex(isNext) : last;
    if (first < 0) return;
    let index = 0;
    for (const line of this.#lines.slice(first))
      for (const typed of line.typed.filter(({ isEchoed }) => !isEchoed)) {
        if (typed.char !== chars[index++]) return;
        typed.isEchoed = true;
        this.#echoed = line;
      }
  }

  /** The lines about which it is known by now, as they are stored; all of them at the end. */
  take(ms: number, isEnd = false): TypedPiece[] {
    const pieces: TypedPiece[] = [];
    for (let line = this.#lines[0]; line; line = this.#lines[0]) {
      const isKnown =
        isEnd || (line.sentMs !== undefined && (isEchoed(line) || ms - line.sentMs > echoWithinMs));
      if (!isKnown) break;
      this.#lines.shift();
      pieces.push(...piecesOf(line));
    }
    return pieces;
  }

  #openLine(): Line {
    const last = this.#lines.at(-1);
    if (last && last.sentMs === undefined) return last;
    const line = { typed: [], sentMs: undefined };
    this.#lines.push(line);
    return line;
  }
}

const isEchoed = ({ typed }: Line) => typed.every((it) => it.isEchoed);

function piecesOf(line: Line): TypedPiece[] {
  const isShown = isEchoed(line);
  const pieces: TypedPiece[] = [];
  for (const { ms, char } of line.typed) {
    const stored = isShown || !isPrintable(char) ? char : dot;
    const last = pieces.at(-1);
    if (last?.[0] === ms) last[1] += stored;
    else pieces.push([ms, stored]);
  }
  return pieces;
}
