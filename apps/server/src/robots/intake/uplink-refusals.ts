import { errors } from '@sweepline/contract';
import { auditEntries } from '../../platform/audit/audit-table.ts';
import type { Clock } from '../../platform/runtime/clock.ts';
import { inScope, type Db, type Tx } from '../../platform/db/db.ts';
import { newId } from '../../platform/runtime/ids.ts';
import type { DeadLetters } from './dead-letters.ts';
import type { Log } from '../gateway-options.ts';
import { isOwn, type RunOwner } from '../runs/run-registry.ts';

/** An id in a message that the sender may not use, or that does not exist. */
export interface IdRefusal {
  reason: 'FOREIGN_ID' | 'UNKNOWN_ID';
  field: string;
  id: string;
}
export const foreignId = (field: string, id: string): IdRefusal => ({ reason: 'FOREIGN_ID', field, id });
export const unknownId = (field: string, id: string): IdRefusal => ({ reason: 'UNKNOWN_ID', field, id });

/** The reason to refuse an id: its row belongs to another device or does not exist; undefined for the sender's own row. */
export const refusalOf = (
  row: RunOwner | undefined,
  device: RunOwner,
  field: string,
  id: string,
): IdRefusal | undefined => {
  if (!row) return unknownId(field, id);
  return isOwn(row, device) ? undefined : foreignId(field, id);
};

/** The sender of a message, as stored with a refusal. */
export interface Sender {
  deviceId: string;
  companyId: string;
  sn: string;
  nickname: string;
}
/** The refused message. The topic of an HTTP call is its method and route. */
export interface RefusedMessage {
  device: Sender;
  topic: string;
  transport?: 'MQTT' | 'HTTP';
  message: Record<string, unknown>;
}

const hourMs = 3_600_000;

/**
 * Messages that name records of other devices. Each becomes a dead letter, visible to the sender's company and the
 * provider. A foreign id is also audited, at most `auditsPerHour` per device, so that a robot cannot fill the audit. Each server counts
 * for itself: messages of a robot reach its owner only, so only its calls over HTTP can be audited at several servers.
 */
export function createUplinkRefusals(
  { db, now, log, deadLetters }: { db: Db; now: Clock; log: Log; deadLetters: DeadLetters },
  auditsPerHour: number,
) {
  let audited = new Map<string, number>();
  let hour = 0;
  const writing = new Set<Promise<unknown>>();

  const mayAudit = ({ deviceId }: Sender): boolean => {
    const current = Math.floor(now().getTime() / hourMs);
    if (current !== hour) audited = new Map();
    hour = current;
    const count = (audited.get(deviceId) ?? 0) + 1;
    audited.set(deviceId, count);
    return count <= auditsPerHour;
  };

  const audit = (tx: Tx, { device, topic, transport = 'MQTT' }: RefusedMessage) =>
    tx.insert(auditEntries).values({
      companyId: device.companyId,
      at: now().toISOString(),
      accountName: '',
      call: transport === 'MQTT' ? `MQTT ${topic}` : topic,
      action: 'robots.foreignId',
      recordId: device.deviceId,
      recordName: device.nickname || device.sn,
      code: errors.forbidden.code,
      reason: 'forbidden',
      address: '',
      requestId: newId(),
    });

  const storeDeadLetter = (
    { device, topic, message }: RefusedMessage,
    { reason, field, id }: IdRefusal,
  ): void => {
    const payload = Buffer.from(JSON.stringify(message));
    deadLetters.reject({ reason, topic, sn: device.sn, device, detail: `${field} ${id}`, payload });
  };

  const noteIn = async (tx: Tx, refused: RefusedMessage, refusal: IdRefusal): Promise<void> => {
    if (refusal.reason === 'FOREIGN_ID' && mayAudit(refused.device)) await audit(tx, refused);
    tx.afterCommit(() => storeDeadLetter(refused, refusal));
  };

  return {
    /** In the transaction that stores the message, so that every acknowledged refusal is recorded. */
    noteIn,
    /** For a message outside a transaction. */
    note(refused: RefusedMessage, refusal: IdRefusal): void {
      if (refusal.reason === 'UNKNOWN_ID') return storeDeadLetter(refused, refusal);
      const written = inScope(db, '*', (tx) => noteIn(tx, refused, refusal))
        .catch((error: unknown) => log.error({ error }, 'a refused message could not be noted'))
        .finally(() => writing.delete(written));
      writing.add(written);
    },
    /** For a file that cannot be used. */
    noteFile({ device, topic, message }: RefusedMessage, detail: string): void {
      const payload = Buffer.from(JSON.stringify(message));
      deadLetters.reject({ reason: 'FILE', topic, sn: device.sn, device, detail, payload });
    },
    flush: async (): Promise<void> => void (await Promise.all(writing)),
  };
}
export type UplinkRefusals = ReturnType<typeof createUplinkRefusals>;
