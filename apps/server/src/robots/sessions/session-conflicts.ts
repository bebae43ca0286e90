const windowMs = 60_000;
const maxPerWindow = 5;

/** Two live copies of one credential throw each other off about once a second; that is how they are noticed (1.1). */
export function createSessionConflicts() {
  const takeOvers = new Map<string, number[]>();
  return {
    /** One more take-over. True when there were too many within a minute. */
    isFlapping(serialNumber: string, nowMs: number): boolean {
      const times = (takeOvers.get(serialNumber) ?? []).filter((at) => nowMs - at < windowMs);
      times.push(nowMs);
      takeOvers.set(serialNumber, times);
      return times.length > maxPerWindow;
    },
  };
}
