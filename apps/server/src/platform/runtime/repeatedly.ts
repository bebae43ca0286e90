const usualLongestMs = 300_000;

export interface Pace {
  everyMs: number;
  /** Before the first time; at once without it. */
  firstMs?: number;
  /** The longest pause after failures; work that has an hour to keep to sets it to `everyMs`. */
  longestMs?: number;
}

/**
 * Does something every `everyMs` until stopped, counted from the end of the last time: never twice at once. What fails is told and
 * tried again after twice the pause of before, so that a service that is down is not asked all the time.
 */
export function repeatedly(
  work: () => Promise<unknown>,
  { everyMs, firstMs = 0, longestMs = usualLongestMs }: Pace,
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
          pauseMs = Math.max(everyMs, Math.min(longestMs, pauseMs * 2));
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
