/** Long enough to cost little beside the turn itself, short enough that a call of several turns stays quick. */
const defaultSliceMs = 2;

interface Options {
  sliceMs?: number;
  /** Milliseconds of a clock that never goes back. */
  now?: () => number;
}

/**
 * Runs pieces of work, but for at most `sliceMs` in one turn of the event loop; the other pieces wait for the next turns, in their
 * order. A crowd that arrives at once would otherwise fill one long turn, and whatever needs several turns would wait for as many.
 */
export function createSlices({ sliceMs = defaultSliceMs, now = () => performance.now() }: Options = {}) {
  let waiting: (() => void)[] = [];
  /** The end of this turn's slice; undefined while the turn has none. */
  let endsMs: number | undefined;

  const open = () => {
    setImmediate(() => void nextTurn());
    return (endsMs = now() + sliceMs);
  };

  const nextTurn = async () => {
    endsMs = undefined;
    if (waiting.length === 0) return;
    const untilMs = open();
    let done = 0;
    do {
      waiting[done++]?.();
      // What the piece began continues now, so that its time counts.
      await Promise.resolve();
    } while (done < waiting.length && now() < untilMs);
    waiting = waiting.slice(done);
  };

  return {
    /** Runs `piece` at once while the turn has time for it and no other waits, later otherwise. */
    run: (piece: () => void): void => {
      const hasTime = waiting.length === 0 && now() < (endsMs ?? open());
      if (hasTime) piece();
      else waiting.push(piece);
    },
  };
}
