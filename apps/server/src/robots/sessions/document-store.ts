import { createHash } from 'node:crypto';
import { isModel, type Declared } from '@sweepline/contract/robot';
import { and, eq, sql } from 'drizzle-orm';
import { devices } from '../../entities/devices/device-table.ts';
import { deviceDocuments } from '../../entities/devices/device-document-table.ts';
import { noteVersions } from '../../features/updates/rollouts/fall-back-service.ts';
import { storeVersions, partsOf } from '../../features/devices/versions/device-version-service.ts';
import { storeReportedCard } from '../../features/stock/network-cards/network-card-service.ts';
import type { Clock } from '../../platform/runtime/clock.ts';
import { inShards } from '../../platform/cluster/shards.ts';
import type { Db, Tx } from '../../platform/db/db.ts';
import { rowBatches } from '../../platform/db/row-batches.ts';
import { newId } from '../../platform/runtime/ids.ts';
import { createWriteBehind } from '../../platform/runtime/write-behind.ts';
import type { Log } from '../gateway-options.ts';
import { declaredOf, type Session } from './session.ts';

type Kind = 'FACTSHEET' | 'REPORTED';
const headerFields = new Set(['headerId', 'timestamp', 'bootId']);

const maxQueued = 20_000;
const maxTypeLength = 64;

/** A snapshot to be stored, and whether the parts of the device changed with it. */
interface PendingDocument {
  row: typeof deviceDocuments.$inferInsert;
  partsChanged: boolean;
  /** Its capabilities. */
  vehicle: Pick<typeof devices.$inferInsert, 'actions' | 'declared' | 'vehicleType'>;
}

/** Writes the snapshot and its changes to the version history in one transaction. */
async function write(tx: Tx, { row, partsChanged, vehicle }: PendingDocument): Promise<void> {
  const { id: _, ...columns } = row;
  await tx
    .insert(deviceDocuments)
    .values(row)
    .onConflictDoUpdate({ target: [deviceDocuments.deviceId, deviceDocuments.kind], set: columns });
  if (partsChanged) {
    await storeVersions(tx, row.deviceId, row.document, row.changedAt);
    await noteVersions(tx, row.deviceId, row.changedAt);
  }
  await tx
    .update(devices)
    .set(vehicle)
    .where(and(eq(devices.id, row.deviceId), eq(devices.companyId, row.companyId)));
  if (row.kind === 'REPORTED') await storeReportedCard(tx, row.deviceId, row.document, row.changedAt);
}

/** What the device says about itself; the name of its type only of a third-party vehicle. */
function declaredBy(session: Session): PendingDocument['vehicle'] {
  const { device, abilities } = session;
  const declared = declaredOf(session);
  if (!abilities) return { declared };
  const vehicleType = isModel(device.model) ? null : abilities.seriesName.slice(0, maxTypeLength) || null;
  return { actions: abilities.actions ? [...abilities.actions].toSorted() : null, vehicleType, declared };
}

/**
 * Factsheets and `xReported` snapshots: stored unchanged when their content changes
 * (docs/protocol/topics.md#what-the-server-keeps), in the order of arrival. Failed writes are retried, so that no version
 * change is lost while the database is away.
 */
export function createDocumentStore(db: Db, now: Clock, log: Log) {
  const hashes = new Map<string, string>();
  /** The parts last reported by each device: most reports differ in other fields. */
  const parts = new Map<string, string>();
  /** Devices whose row has what they declare; after an update of the server it has not. */
  const known = new Set<string>();
  const queue = createWriteBehind<PendingDocument>({
    name: 'device-documents',
    db,
    log,
    maxQueued,
    maxBatch: 1,
    flushMs: 0,
    write: async (tx, documents) => {
      for (const document of documents) await write(tx, document);
    },
  });
  const changesParts = (deviceId: string, kind: string, document: Record<string, unknown>): boolean => {
    if (kind !== 'REPORTED') return false;
    const reported = JSON.stringify(partsOf(document));
    if (parts.get(deviceId) === reported) return false;
    parts.set(deviceId, reported);
    return true;
  };

  return {
    keep(session: Session, kind: Kind, message: Record<string, unknown>): void {
      const document = Object.fromEntries(
        Object.entries(message).filter(([key, value]) => value !== undefined && !headerFields.has(key)),
      );
      const hash = createHash('sha256').update(JSON.stringify(document)).digest('hex');
      const { deviceId, companyId } = session.device;
      const key = `${deviceId}/${kind}`;
      if (hashes.get(key) === hash && known.has(deviceId)) return;
      hashes.set(key, hash);
      known.add(deviceId);
      const row = { id: newId(), companyId, deviceId, kind, hash, document, changedAt: now().toISOString() };
      queue.add({
        row,
        partsChanged: changesParts(deviceId, kind, document),
        vehicle: declaredBy(session),
      });
    },
    /**
     * Loads the last factsheets and snapshots of these shards. Robots of one model differ in the serial number of their factsheet
     * only, so it comes as text without that, and the caller reads equal ones once.
     */
    load: async (
      shards: readonly number[],
      on: {
        factsheet(deviceId: string, withoutSerial: string): void;
        reported(deviceId: string, document: Record<string, unknown>, declared: Declared | null): void;
      },
    ) => {
      const { id, deviceId, hash, document, kind } = deviceDocuments;
      const factsheet = sql<
        string | null
      >`case when ${kind} = 'FACTSHEET' then (${document} - 'serialNumber')::text end`;
      const reported = sql<Record<
        string,
        unknown
      > | null>`case when ${kind} = 'REPORTED' then ${document} end`;
      const batches = rowBatches(db, (tx, { after, limit }) =>
        tx
          .select({ id, deviceId, kind, hash, factsheet, reported, declared: devices.declared })
          .from(deviceDocuments)
          .leftJoin(devices, and(eq(devices.id, deviceId), eq(devices.companyId, deviceDocuments.companyId)))
          .where(and(inShards(deviceId, shards), after(id)))
          .orderBy(id)
          .limit(limit),
      );
      for await (const rows of batches)
        for (const row of rows) {
          hashes.set(`${row.deviceId}/${row.kind}`, row.hash);
          if (row.declared) known.add(row.deviceId);
          if (row.factsheet !== null) on.factsheet(row.deviceId, row.factsheet);
          if (row.reported === null) continue;
          changesParts(row.deviceId, row.kind, row.reported);
          on.reported(row.deviceId, row.reported, row.declared);
        }
    },
    /** Stops writing documents of this device; its next report counts as changed. */
    forget: async (deviceId: string): Promise<void> => {
      parts.delete(deviceId);
      known.delete(deviceId);
      for (const kind of ['FACTSHEET', 'REPORTED']) hashes.delete(`${deviceId}/${kind}`);
      const isGone = ({ row }: PendingDocument) => row.deviceId === deviceId;
      queue.remove(isGone);
      await queue.flush();
      // A failed write in progress is back in the queue.
      queue.remove(isGone);
    },
    flush: queue.flush,
  };
}
export type Documents = ReturnType<typeof createDocumentStore>;
