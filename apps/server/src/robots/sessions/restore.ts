import { deviceLive } from '@sweepline/contract';
import { factsheetV2, factsheetV3, xReported } from '@sweepline/contract/robot';
import { deviceLives } from '../../entities/devices/device-live-table.ts';
import type { Clock } from '../../platform/runtime/clock.ts';
import { inShards } from '../../platform/cluster/shards.ts';
import type { Db } from '../../platform/db/db.ts';
import { rowBatches } from '../../platform/db/row-batches.ts';
import type { Documents } from './document-store.ts';
import { applyReported } from './live.ts';
import type { Session } from './session.ts';

/**
 * Restores the last states of these shards. No device counts as online until its first message. A silent robot keeps its last
 * position, battery and mode with their age.
 */
export async function restoreLives(
  db: Db,
  shards: readonly number[],
  sessionOf: (deviceId: string) => Session | undefined,
): Promise<void> {
  const ofShards = inShards(deviceLives.id, shards);
  for await (const rows of rowBatches(db, deviceLives, ofShards))
    for (const row of rows) restoreLive(row, sessionOf(row.id));
}

function restoreLive(row: typeof deviceLives.$inferSelect, session: Session | undefined): void {
  const stored = deviceLive.safeParse(row.live);
  if (!session || !stored.success) return;
  const { connection } = stored.data;
  const ms = (at: string | null) => (at === null ? null : Date.parse(at));
  session.live = { ...stored.data, run: null };
  session.liveness = {
    state: connection.state === 'ONLINE' ? 'OFFLINE' : connection.state,
    reason: connection.state === 'ONLINE' ? '' : connection.reason,
    sinceMs: ms(connection.since),
    lastSeenMs: ms(connection.lastSeenAt),
    probingUntilMs: null,
  };
  session.live.connection = {
    ...connection,
    state: session.liveness.state,
    reason: session.liveness.reason,
  };
}

/** Restores the factsheets and versions of devices, which send them only after a change. */
export const restoreDocuments = (
  documents: Documents,
  shards: readonly number[],
  sessionOf: (deviceId: string) => Session | undefined,
  now: Clock,
): Promise<void> =>
  documents.load(shards, (deviceId, kind, document) => {
    const session = sessionOf(deviceId);
    if (!session) return;
    if (kind === 'FACTSHEET') {
      const schema = session.codec.major === 'v2' ? factsheetV2 : factsheetV3;
      const factsheet = schema.safeParse(document);
      if (factsheet.success) session.abilities = session.codec.abilities(factsheet.data);
      return;
    }
    // Only a robot with the vendor topics sends this document. Without the mark its first command would be refused.
    session.vendor = true;
    const reported = xReported.safeParse(document);
    if (reported.success) session.iccid = reported.data.iccid ?? '';
    if (reported.success && !session.live.versions)
      applyReported(session, reported.data, now().toISOString());
  });
