export interface RefusalDelayOptions {
  delayMs: number;
  /** The maximum number of waiting answers. */
  maxDelayed: number;
}

const refusalDelayOptions: RefusalDelayOptions = { delayMs: 1_000, maxDelayed: 500 };

/** Statuses of requests above a limit. Immediate answers would let a client repeat them thousands of times a second. */
const delayedStatuses: readonly number[] = [413, 429];

/**
 * Delays the answer to a request that was refused by a limit, so that one connection gets few refusals a second. When too many answers
 * wait already, the connection is closed instead.
 */
export function createRefusalDelay({ delayMs, maxDelayed }: RefusalDelayOptions = refusalDelayOptions) {
  let delayed = 0;
  return {
    /** Resolves when the answer with this status may be sent. */
    wait: async (statusCode: number, socket: { destroy(): unknown }): Promise<void> => {
      if (delayMs === 0 || !delayedStatuses.includes(statusCode)) return;
      if (delayed >= maxDelayed) {
        socket.destroy();
        return;
      }
      delayed += 1;
      await new Promise<void>((resolve) => setTimeout(resolve, delayMs).unref());
      delayed -= 1;
    },
  };
}
export type RefusalDelay = ReturnType<typeof createRefusalDelay>;
