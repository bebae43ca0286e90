import type { Log } from '../gateway-options.ts';

/** Robots that are served concurrently. The others wait, so that connections remain for users. */
const laneCount = 4;

/** Runs work for devices: one at a time for each device, and in a few lanes in all. */
export function createDeviceLanes(log: Log) {
  const busy = new Map<string, Promise<unknown>>();
  const tails: Promise<unknown>[] = Array.from({ length: laneCount }, () => Promise.resolve());
  let turn = 0;
  return {
    /** Runs after the present work of this device. Rejects as the work does; failures are also logged. */
    enqueue: <T>(deviceId: string, work: () => Promise<T>): Promise<T> => {
      const lane = turn++ % laneCount;
      const before = Promise.all([busy.get(deviceId), tails[lane]]);
      const result = before.then(work);
      const settled = result.catch((error: unknown) =>
        log.error({ error, deviceId }, 'a section was not taken on'),
      );
      tails[lane] = settled;
      busy.set(deviceId, settled);
      void settled.then(() => busy.get(deviceId) === settled && busy.delete(deviceId));
      return result;
    },
    isBusy: (deviceId: string): boolean => busy.has(deviceId),
    flush: async (): Promise<void> => {
      await Promise.all(tails);
    },
  };
}
