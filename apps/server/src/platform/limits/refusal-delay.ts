export interface RefusalDelayOptions {
  delayMs: number;
  /** The maximum number of waiting answers. */
  maxDelayed: number;
}

const refusalDelayOptions: RefusalDelayOptions = { delayMs: 1_000, maxDelayed: 500 };

/** Statuses of requests above a limit. */
const delayedStatuses: readonly number[] = [413, 429];

/** A request that was refused. */
interface RefusedRequest {
  statusCode: number;
  /** The body is larger than the part of a refused body that is read, so the answer closes the connection. */
  closesConnection: boolean;
}

/**
 * Delays the answer to a request that was refused by a limit or with most of its body unread. Immediate answers would let a client
 * repeat such a request hundreds of times a second. When too many answers wait already, the connection is closed instead.
 */
export function createRefusalDelay({ delayMs, maxDelayed }: RefusalDelayOptions = refusalDelayOptions) {
  let delayed = 0;
  return {
    /** Resolves when the answer may be sent. */
    wait: async (
      { statusCode, closesConnection }: RefusedRequest,
      socket: { destroy(): unknown },
    ): Promise<void> => {
      if (delayMs === 0 || !(closesConnection || delayedStatuses.includes(statusCode))) return;
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
