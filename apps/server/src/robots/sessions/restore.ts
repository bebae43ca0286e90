import { cardKeyOf, deviceLive } from '@sweepline/contract';
import { and } from 'drizzle-orm';
import { factsheetV2, factsheetV3, xReported } from '@sweepline/contract/robot';
import { deviceLives } from '../../entities/devices/device-live-table.ts';
import type { Clock } from '../../platform/runtime/clock.ts';
import { inShards } from '../../platform/cluster/shards.ts';
import type { Db } from '../../platform/db/db.ts';
import { rowBatches } from '../../platform/db/row-batches.ts';
import type { Documents } from './document-store.ts';
import { applyFaults } from './live-faults.ts';
import { applyReported } from './live.ts';
import type { Abilities } from '../protocol/robot-state.ts';
import { restoredOnline, type Liveness, type LivenessTiming } from './liveness.ts';
import type { Session } from './session.ts';

const card = xReported.pick({ iccid: true });

/**
 * Restores the last states of these shards. No device counts as online until its first message. A silent robot keeps its last
 * position, battery and mode with their age.
 */
export async function restoreLives(
  { db, now, timing }: { db: Db; now: Clock; timing: Pick<LivenessTiming, 'silenceMs'> },
  shards: readonly number[],
  sessionOf: (deviceId: string) => Session | undefined,
): Promise<void> {
  const { id, live } = deviceLives;
  const batches = rowBatches(db, (tx, { after, limit }) =>
    tx
      .select({ id, live })
      .from(deviceLives)
      .where(and(inShards(id, shards), after(id)))
      .orderBy(id)
      .limit(limit),
  );
  const nowMs = now().getTime();
  for await (const rows of batches)
    for (const row of rows) {
      const session = sessionOf(row.id);
      if (session) restoreLive(session, row.live, (lastSeenMs) => restoredOnline(lastSeenMs, nowMs, timing));
    }
}

const msOf = (at: string | null) => (at === null ? null : Date.parse(at));

function restoreLive(session: Session, live: unknown, afterOnline: (lastSeenMs: number | null) => Liveness) {
  const stored = deviceLive.safeParse(live);
  if (!stored.success) return;
  const { connection } = stored.data;
  const { lastSeenAt } = connection;
  session.live = { ...stored.data, run: null, relocationEndsAt: null };
  // What ended meanwhile is dropped; open alarms and relocations are loaded after this.
  applyFaults(session);
  session.liveness =
    connection.state === 'ONLINE'
      ? afterOnline(msOf(lastSeenAt))
      : {
          state: connection.state,
          reason: connection.reason,
          sinceMs: msOf(connection.since),
          lastSeenMs: msOf(lastSeenAt),
          probingUntilMs: null,
        };
  const { state, reason } = session.liveness;
  const since = connection.state === 'ONLINE' ? lastSeenAt : connection.since;
  session.live.connection = { ...connection, state, reason, since };
}

/** More different factsheets than the robots of an installation have models and versions. */
const maxFactsheets = 1_000;

/** Restores the factsheets and versions of devices, which send them only after a change. */
export async function restoreDocuments(
  documents: Documents,
  shards: readonly number[],
  sessionOf: (deviceId: string) => Session | undefined,
  now: Clock,
): Promise<void> {
  const read = new Map<string, Abilities | undefined>();
  const abilitiesOf = ({ codec, device }: Session, text: string): Abilities | undefined => {
    const key = `${codec.major} ${text}`;
    if (read.has(key)) return read.get(key);
    const schema = codec.major === 'v2' ? factsheetV2 : factsheetV3;
    const factsheet = schema.safeParse({ ...(JSON.parse(text) as object), serialNumber: device.sn });
    const abilities = factsheet.success ? codec.abilities(factsheet.data) : undefined;
    if (read.size >= maxFactsheets) read.clear();
    read.set(key, abilities);
    return abilities;
  };
  await documents.load(shards, {
    factsheet: (deviceId, withoutSerial) => {
      const session = sessionOf(deviceId);
      const abilities = session && abilitiesOf(session, withoutSerial);
      if (session && abilities) session.abilities = abilities;
    },
    reported: (deviceId, document, declared) => {
      const session = sessionOf(deviceId);
      if (!session) return;
      if (declared) session.said = { capabilities: declared.capabilities, cleaning: declared.cleaning };
      // Only a robot with the vendor topics sends this document. Without the mark its first command would be refused.
      session.vendor = true;
      if (session.live.versions) {
        session.iccid = cardKeyOf(card.safeParse(document).data?.iccid ?? '') ?? '';
        return;
      }
      const reported = xReported.safeParse(document);
      if (!reported.success) return;
      session.iccid = cardKeyOf(reported.data.iccid ?? '') ?? '';
      applyReported(session, reported.data, now().toISOString());
    },
  });
}
