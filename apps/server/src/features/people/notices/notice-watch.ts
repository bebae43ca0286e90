import { eq } from 'drizzle-orm';
import type { Clock } from '../../../platform/runtime/clock.ts';
import type { Tx } from '../../../platform/db/db.ts';
import type { FaultSink } from '../../../platform/runtime/fault-log.ts';
import type { Services } from '../../../platform/calls/services.ts';
import { createWriteBehind } from '../../../platform/runtime/write-behind.ts';
import { devices } from '../../../entities/devices/device-table.ts';
import { noticeRulesOf } from '../../../entities/people/notice-setting-service.ts';
import type { RunRow } from '../../../entities/work/run-table.ts';
import { runEnded } from './notice-service.ts';
import { tell } from './notice-telling-service.ts';
import { runNoticeOf } from './run-notice-rules.ts';

/** Room for two notices each of ten thousand robots. */
const maxQueued = 20_000;

/** Tells of ended runs of this server's robots, as their companies have chosen. */
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

  const onRun = (run: RunRow) =>
    queue.add(async (tx) => {
      const { id, companyId, deviceId } = run;
      const rules = (await noticeRulesOf(tx, [companyId])).get(companyId);
      const notice = rules && runNoticeOf(run, rules);
      if (!notice) return;
      const [device] = await tx.select().from(devices).where(eq(devices.id, deviceId));
      if (!device) return;
      const params = { ...notice.params, name: device.nickname || device.sn };
      const about = { kind: 'run' as const, id };
      await tell(tx, { bus, now }, { ...notice, companyId, deviceId, about, params }, rules.runTelling);
    });

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
