import { createHash } from 'node:crypto';

interface Entry<F> {
  /** Hash of what was measured, without the path. */
  hash: string;
  floor: Promise<F>;
  atMs: number;
}

/** Pages read a run again at each of its changes, several times a minute. */
const keptMs = 15_000;
const maxRuns = 500;

/**
 * The measured floor of each run, for seconds and while its map, no-go areas and plan stay the same. The path grows meanwhile: it
 * adds only floor that the tool passed without fitting onto it. It is memory of one process: each server measures for itself.
 */
export function createFloorCache<F>(limit = maxRuns) {
  const entries = new Map<string, Entry<F>>();
  return {
    async of(runId: string, input: unknown, now: Date, measure: () => Promise<F>): Promise<F> {
      const hash = createHash('sha256').update(JSON.stringify(input)).digest('base64url');
      const atMs = now.getTime();
      const entry = entries.get(runId);
      if (entry?.hash === hash && Math.abs(atMs - entry.atMs) < keptMs)
        // The measurement of another caller may fail with its transaction.
        return await entry.floor.catch(measure);
      const measuring = { hash, floor: measure(), atMs };
      entries.delete(runId);
      entries.set(runId, measuring);
      measuring.floor.catch(() => entries.get(runId) === measuring && entries.delete(runId));
      const [oldest] = entries.keys();
      if (entries.size > limit && oldest !== undefined) entries.delete(oldest);
      return await measuring.floor;
    },
  };
}
