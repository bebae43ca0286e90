import { createHash } from 'node:crypto';
import { deviceDocuments } from '../features/devices/device-document-table.ts';
import type { Clock } from '../platform/clock.ts';
import { inScope, type Db } from '../platform/db.ts';
import { newId } from '../platform/ids.ts';
import type { Log } from './gateway-options.ts';
import type { Session } from './session.ts';

type Kind = 'FACTSHEET' | 'REPORTED';
const headerFields = new Set(['headerId', 'timestamp', 'bootId']);

/** Factsheets and `xReported` snapshots: kept as they are, written when their content changes (4.3). */
export function openDocuments(db: Db, now: Clock, log: Log) {
  const hashes = new Map<string, string>();
  let writing: Promise<void> = Promise.resolve();

  return {
    keep(session: Session, kind: Kind, message: Record<string, unknown>): void {
      const document = Object.fromEntries(
        Object.entries(message).filter(([key, value]) => value !== undefined && !headerFields.has(key)),
      );
      const hash = createHash('sha256').update(JSON.stringify(document)).digest('hex');
      const { deviceId, companyId } = session.device;
      const key = `${deviceId}/${kind}`;
      if (hashes.get(key) === hash) return;
      hashes.set(key, hash);
      const row = { id: newId(), companyId, deviceId, kind, hash, document, changedAt: now().toISOString() };
      const { id: _, ...columns } = row;
      writing = writing
        .then(() =>
          inScope(db, '*', (tx) =>
            tx
              .insert(deviceDocuments)
              .values(row)
              .onConflictDoUpdate({
                target: [deviceDocuments.deviceId, deviceDocuments.kind],
                set: columns,
              }),
          ),
        )
        .then(
          () => {},
          (error: unknown) => {
            hashes.delete(key);
            log.error({ error, deviceId }, 'a document of a device could not be stored');
          },
        );
    },
    /** The last factsheets and snapshots, for a process that starts. */
    load: async (hear: (deviceId: string, kind: string, document: Record<string, unknown>) => void) => {
      const rows = await inScope(db, '*', (tx) => tx.select().from(deviceDocuments), { readOnly: true });
      for (const row of rows) {
        hashes.set(`${row.deviceId}/${row.kind}`, row.hash);
        hear(row.deviceId, row.kind, row.document);
      }
    },
    flush: () => writing,
  };
}
export type Documents = ReturnType<typeof openDocuments>;
