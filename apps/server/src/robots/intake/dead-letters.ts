import { storableText } from '@sweepline/contract';
import type { RejectReason } from '@sweepline/contract/robot';
import { Counter, Registry as Metrics } from '@prometheus-io/client';
import { deadLetters } from '../../entities/installation/dead-letter-table.ts';
import type { Clock } from '../../platform/runtime/clock.ts';
import type { Db } from '../../platform/db/db.ts';
import { newId } from '../../platform/runtime/ids.ts';
import { createWriteBehind } from '../../platform/runtime/write-behind.ts';
import type { Log } from '../gateway-options.ts';
import type { Registration } from '../identity/registry.ts';

export interface Rejection {
  reason: RejectReason;
  topic: string;
  sn: string;
  device?: Pick<Registration, 'deviceId' | 'companyId'> | undefined;
  detail: string;
  payload?: Uint8Array | undefined;
}

const headBytes = 4096;
const maxQueued = 2000;
const hourMs = 3_600_000;

/** Rejected messages: all are counted, the first of each kind are stored (docs/protocol/codes.md#refused-messages). */
export function createDeadLetters(db: Db, now: Clock, log: Log, perHour: number) {
  const metrics = new Metrics();
  const rejected = new Counter({
    name: 'ingest_rejected_total',
    help: 'Messages of devices that were not used, by reason',
    labelNames: ['reason'],
    registers: [metrics],
  });
  const counts = new Map<RejectReason, number>();
  /** Rows written in this hour, by robot and reason. */
  let written = new Map<string, number>();
  let hour = 0;
  const queue = createWriteBehind<typeof deadLetters.$inferInsert>({
    name: 'dead-letters',
    db,
    log,
    maxQueued,
    write: (tx, rows) =>
      tx
        .insert(deadLetters)
        .values([...rows])
        .onConflictDoNothing(),
  });

  const mayWrite = (sn: string, reason: string, nowMs: number) => {
    if (Math.floor(nowMs / hourMs) !== hour) {
      hour = Math.floor(nowMs / hourMs);
      written = new Map();
    }
    const key = `${reason}/${sn}`;
    const count = written.get(key) ?? 0;
    if (count >= perHour) return false;
    written.set(key, count + 1);
    return true;
  };

  return {
    metrics,
    /** Rejections since the start, by reason. */
    counts: () => [...counts].map(([reason, count]) => ({ reason, count })),
    flush: queue.flush,
    reject({ reason, topic, sn, device, detail, payload }: Rejection): void {
      rejected.inc({ reason });
      counts.set(reason, (counts.get(reason) ?? 0) + 1);
      const at = now();
      if (!mayWrite(sn, reason, at.getTime())) return;
      queue.add({
        id: newId(),
        companyId: device?.companyId ?? null,
        deviceId: device?.deviceId ?? null,
        at: at.toISOString(),
        topic: storableText(topic, 200),
        sn: storableText(sn, 64),
        reason,
        detail: storableText(detail, 500),
        bytes: payload?.length ?? 0,
        head: Buffer.from(payload?.subarray(0, headBytes) ?? []).toString('base64'),
      });
    },
  };
}
export type DeadLetters = ReturnType<typeof createDeadLetters>;
