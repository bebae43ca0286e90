import { errors } from '@sweepline/contract';
import { auditEntries } from '../../platform/audit/audit-table.ts';
import type { Clock } from '../../platform/runtime/clock.ts';
import { inScope, type Db, type Tx } from '../../platform/db/db.ts';
import { newId } from '../../platform/runtime/ids.ts';
import type { DeadLetters } from './dead-letters.ts';
import type { Log } from '../gateway-options.ts';
import { isOwn, type RunOwner } from '../runs/run-registry.ts';

/** An id in a message that the message may not use, or that leads nowhere. */
export interface IdRefusal {
  reason: 'FOREIGN_ID' | 'UNKNOWN_ID';
  field: string;
  id: string;
}
export const foreignId = (field: string, id: string): IdRefusal => ({ reason: 'FOREIGN_ID', field, id });
export const unknownId = (field: string, id: string): IdRefusal => ({ reason: 'UNKNOWN_ID', field, id });

/** Why an id is refused whose row is not the sender's, or is not there; undefined for the sender's own row. */
export const refusalOf = (
  row: RunOwner | undefined,
  device: RunOwner,
  field: string,
  id: string,
): IdRefusal | undefined => {
  if (!row) return unknownId(field, id);
  return isOwn(row, device) ? undefined : foreignId(field, id);
};

/** Who sent a message, as far as a refusal tells of it. */
export interface Sender {
  deviceId: string;
  companyId: string;
  sn: string;
  nickname: string;
}
/** The message that is refused. */
export interface RefusedMessage {
  device: Sender;
  topic: string;
  message: Record<string, unknown>;
}

const hourMs = 3_600_000;

/**
 * Messages that name records of others. The sender's company and the provider find each as a dead letter; one that names a record
 * of another device stands in the audit too. As many an hour and device as dead letters are kept, so that a robot cannot fill it.
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

  const audit = (tx: Tx, { device, topic }: RefusedMessage) =>
    tx.insert(auditEntries).values({
      companyId: device.companyId,
      at: now().toISOString(),
      accountName: '',
      call: `MQTT ${topic}`,
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
    /** In the transaction that remembers the message: what is acknowledged is also told. */
    noteIn,
    /** For a message that no transaction waits for. */
    note(refused: RefusedMessage, refusal: IdRefusal): void {
      if (refusal.reason === 'UNKNOWN_ID') return storeDeadLetter(refused, refusal);
      const written = inScope(db, '*', (tx) => noteIn(tx, refused, refusal))
        .catch((error: unknown) => log.error({ error }, 'a refused message could not be noted'))
        .finally(() => writing.delete(written));
      writing.add(written);
    },
    flush: async (): Promise<void> => void (await Promise.all(writing)),
  };
}
export type UplinkRefusals = ReturnType<typeof createUplinkRefusals>;
