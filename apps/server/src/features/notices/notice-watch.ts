import { eq } from 'drizzle-orm';
import type { Clock } from '../../platform/runtime/clock.ts';
import type { Tx } from '../../platform/db/db.ts';
import type { FaultSink } from '../../platform/runtime/fault-log.ts';
import type { Services } from '../../platform/calls/services.ts';
import { createWriteBehind } from '../../platform/runtime/write-behind.ts';
import { devices } from '../../entities/devices/device-table.ts';
import type { RunRow } from '../../entities/work/run-table.ts';
import { notify, runEnded } from './notice-service.ts';

/** Room for two notices each of ten thousand robots. */
const maxQueued = 20_000;

/** Writes notices of failed runs of this server's robots. */
export function watchForNotices({ bus, db }: Services, now: Clock, log: FaultSink) {
  /** Notices are written in order and outside the event. A failure loses only its own notice. */
  const queue = createWriteBehind<(tx: Tx) => Promise<unknown>>({
    name: 'notices',
    db,
    log,
    maxQueued,
    maxBatch: 1,
    flushMs: 0,
    write: async (tx, works) => {
      for (const work of works) await work(tx);
    },
  });

  const onRun = ({ id, companyId, deviceId, name: run, state }: RunRow) => {
    if (state !== 'FAILED') return;
    queue.add(async (tx) => {
      const [device] = await tx.select().from(devices).where(eq(devices.id, deviceId));
      if (!device) return;
      await notify(tx, bus, now, {
        kind: 'device',
        companyId,
        deviceId,
        about: { kind: 'run', id },
        occasion: `run/${id}`,
        template: 'runFailed',
        params: { name: device.nickname || device.sn, run },
      });
    });
  };

  // The content has this type at its publisher.
  const stop = bus.subscribe(runEnded, ({ content }) => onRun(content));
  return {
    /** Resolves when all notices so far are written. */
    flush: queue.flush,
    stop: () => {
      stop();
      return queue.flush();
    },
  };
}
