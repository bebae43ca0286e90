const windowMs = 60_000;
const maxPerWindow = 5;

/**
 * Detects two clients with the same credential: they disconnect each other about once a second
 * (docs/protocol/connecting.md#one-connection-per-credential).
 */
export function createSessionConflicts() {
  const takeOvers = new Map<string, number[]>();
  return {
    /** Counts a take-over. True if there were too many within a minute. */
    isFlapping(serialNumber: string, nowMs: number): boolean {
      const times = (takeOvers.get(serialNumber) ?? []).filter((at) => nowMs - at < windowMs);
      times.push(nowMs);
      takeOvers.set(serialNumber, times);
      return times.length > maxPerWindow;
    },
  };
}
