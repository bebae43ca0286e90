const defaultMaxMs = 300_000;

export interface Pace {
  everyMs: number;
  /** The delay before the first run; without it the first run starts at once. */
  firstMs?: number;
  /** The longest pause after failures. Work with a fixed schedule sets it to `everyMs`. */
  maxMs?: number;
}

/**
 * Runs `work` every `everyMs` until stopped, counted from the end of the last run, so that runs never overlap. A failure is passed
 * to `onError` and doubles the pause (backoff). The returned function stops and waits for the running one.
 */
export function repeatedly(
  work: () => Promise<unknown>,
  { everyMs, firstMs = 0, maxMs = defaultMaxMs }: Pace,
  onError: (error: unknown) => void,
): () => Promise<void> {
  let stopped = false;
  let timer: NodeJS.Timeout | undefined;
  let turn = Promise.resolve();
  let pauseMs = everyMs;
  const once = () => {
    turn = work()
      .then(
        () => void (pauseMs = everyMs),
        (error: unknown) => {
          pauseMs = Math.max(everyMs, Math.min(maxMs, pauseMs * 2));
          onError(error);
        },
      )
      .then(() => {
        if (!stopped) timer = setTimeout(once, pauseMs);
      });
  };
  if (firstMs > 0) timer = setTimeout(once, firstMs);
  else once();
  return async () => {
    stopped = true;
    clearTimeout(timer);
    await turn;
  };
}
