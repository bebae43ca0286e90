import type { Cleared, clearedThings, keptThings } from '@sweepline/contract';
import type { Tx } from '../../platform/db/db.ts';

interface Rows {
  /** The column that names the device; `device_id` unless said. */
  by?: string;
  /** Only these of its rows. */
  only?: string;
  /** What is set instead of deleting: a deleted task stays for its reports. */
  ends?: string;
  /** As what they go when the device is unbound, or stay. */
  unbind: (typeof clearedThings)[number] | (typeof keptThings)[number];
  /** Whether they go to the next holder, stay with the company in which they came about, or end. */
  handOver: 'FOLLOW' | 'STAY' | 'END';
}

/**
 * Every table with rows of a device, and what becomes of them. A table that is missing here turns a test red: whoever adds one
 * says what unbinding and a sale mean for it. What tells of the past stays with whom it happened to.
 */
export const deviceRows: Record<string, Rows> = {
  device_live: { by: 'id', unbind: 'LIVE', handOver: 'FOLLOW' },
  device_documents: { unbind: 'DOCUMENTS', handOver: 'FOLLOW' },
  device_uploads: { unbind: 'UPLOADS', handOver: 'FOLLOW' },
  journal_ids: { unbind: 'JOURNAL', handOver: 'STAY' },
  device_sections: { unbind: 'SETTINGS', handOver: 'FOLLOW' },
  section_conflicts: { unbind: 'SETTINGS', handOver: 'FOLLOW' },
  setting_changes: { unbind: 'SETTINGS', handOver: 'STAY' },
  profile_uses: { unbind: 'GROUPS', handOver: 'END' },
  rollout_devices: { unbind: 'EVENTS', handOver: 'STAY' },
  device_shares: { unbind: 'SHARES', handOver: 'END' },
  control_grants: { unbind: 'SHARES', handOver: 'END' },
  control_passwords: { unbind: 'PASSWORDS', handOver: 'END' },
  drive_sessions: { unbind: 'EVENTS', handOver: 'STAY' },
  dead_letters: { unbind: 'EVENTS', handOver: 'STAY' },
  activation_codes: { unbind: 'CUSTODY', handOver: 'STAY' },
  // Taken back one by one, so that a robot that shows an old one is told that it is unbound.
  device_certificates: { unbind: 'CUSTODY', handOver: 'FOLLOW' },
  // What the robot holds is its own; the maps stay with their company.
  device_maps: { unbind: 'LIVE', handOver: 'END' },
  // Who drew a version is told of the map, which stays with its company.
  map_versions: { unbind: 'HISTORY', handOver: 'STAY' },
  tasks: { unbind: 'TASKS', handOver: 'END', only: "state <> 'DELETED'", ends: "state = 'DELETED'" },
  schedules: { unbind: 'TASKS', handOver: 'END' },
  schedule_starts: { unbind: 'EVENTS', handOver: 'STAY' },
  task_reports: { unbind: 'REPORTS', handOver: 'STAY' },
  runs: { unbind: 'RUNS', handOver: 'STAY' },
  // Until it is told as a message that could not be used, to the company whose device sent it.
  waiting_reports: { unbind: 'EVENTS', handOver: 'STAY' },
  alarms: { unbind: 'ALARMS', handOver: 'STAY' },
  commands: { unbind: 'EVENTS', handOver: 'STAY' },
  device_jobs: { unbind: 'EVENTS', handOver: 'STAY' },
  device_events: { unbind: 'EVENTS', handOver: 'STAY' },
  device_history: { unbind: 'HISTORY', handOver: 'STAY' },
  device_versions: { unbind: 'HISTORY', handOver: 'FOLLOW' },
  report_facts: { unbind: 'HISTORY', handOver: 'STAY' },
  device_days: { unbind: 'HISTORY', handOver: 'STAY' },
  zone_cleanings: { unbind: 'HISTORY', handOver: 'STAY' },
  device_relocations: { unbind: 'HISTORY', handOver: 'STAY' },
  notices: { unbind: 'EVENTS', handOver: 'STAY' },
  warranty_changes: { unbind: 'CUSTODY', handOver: 'FOLLOW' },
  device_custody: { unbind: 'CUSTODY', handOver: 'STAY' },
  device_resales: { unbind: 'CUSTODY', handOver: 'STAY' },
  device_unbindings: { unbind: 'CUSTODY', handOver: 'STAY' },
};

const kept = new Set<Cleared['what']>(['REPORTS', 'RUNS', 'ALARMS', 'EVENTS', 'HISTORY', 'CUSTODY']);
/** What people ask about; that events and a chain of custody stay goes without saying. */
const told = new Set<Cleared['what']>(['REPORTS', 'RUNS', 'ALARMS']);

type Entry = [table: string, rows: Rows];
const entries: Entry[] = Object.entries(deviceRows);

const summed = (counts: readonly Cleared[]): Cleared[] =>
  [...Map.groupBy(counts, ({ what }) => what)]
    .map(([what, rows]) => ({ what, count: rows.reduce((sum, { count }) => sum + count, 0) }))
    .filter(({ count }) => count > 0);

/** Runs one statement per table and adds up what each says it touched. */
async function each(
  tx: Tx,
  deviceId: string,
  chosen: readonly Entry[],
  statement: (entry: Entry) => string,
): Promise<Cleared[]> {
  const counts: Cleared[] = [];
  for (const entry of chosen) {
    const [row] = await tx.raw<{ count: number }>(statement(entry), [deviceId]);
    counts.push({ what: entry[1].unbind, count: row?.count ?? 0 });
  }
  return summed(counts);
}

const ofDevice = ({ by = 'device_id', only }: Rows) => `${by} = $1${only ? ` and ${only}` : ''}`;
const counting = ([table, rows]: Entry) =>
  `select count(*)::int as count from ${table} where ${ofDevice(rows)}`;
const ending = ([table, rows]: Entry) =>
  rows.ends
    ? `update ${table} set ${rows.ends} where ${ofDevice(rows)}`
    : `delete from ${table} where ${ofDevice(rows)}`;
const endingCounted = (entry: Entry) =>
  `with gone as (${ending(entry)} returning 1) select count(*)::int as count from gone`;

/** What unbinding would clear, and what would stay. Over all companies: the caller holds the device. */
export async function countRows(tx: Tx, deviceId: string): Promise<{ cleared: Cleared[]; kept: Cleared[] }> {
  const clears = entries.filter(([, { unbind }]) => !kept.has(unbind));
  const keeps = entries.filter(([, { unbind }]) => told.has(unbind));
  return {
    cleared: await each(tx, deviceId, clears, counting),
    kept: await each(tx, deviceId, keeps, counting),
  };
}

/** Clears what unbinding clears, and says how much it was. */
export const clearRows = (tx: Tx, deviceId: string): Promise<Cleared[]> =>
  each(
    tx,
    deviceId,
    entries.filter(([, { unbind }]) => !kept.has(unbind)),
    endingCounted,
  );

const saidByRobots = new Set<Cleared['what']>(['LIVE', 'DOCUMENTS', 'SETTINGS', 'JOURNAL', 'UPLOADS']);

/** What a robot had said while it was being unbound, and was still on its way here. */
export const sweepRows = (tx: Tx, deviceId: string): Promise<Cleared[]> =>
  each(
    tx,
    deviceId,
    entries.filter(([, { unbind }]) => saidByRobots.has(unbind)),
    endingCounted,
  );

/** Gives the rows of a device that go with it to its next holder, and ends what was the last one's own. */
export async function handOverRows(tx: Tx, deviceId: string, companyId: string): Promise<void> {
  for (const entry of entries) {
    const [table, rows] = entry;
    if (rows.handOver === 'END') await tx.raw(ending(entry), [deviceId]);
    if (rows.handOver === 'FOLLOW')
      await tx.raw(`update ${table} set company_id = $2 where ${ofDevice(rows)}`, [deviceId, companyId]);
  }
  // An alarm that still stands is the next holder's; what is over stays with whom it happened to.
  const standing = 'update alarms set company_id = $2 where device_id = $1 and cleared_at is null';
  await tx.raw(standing, [deviceId, companyId]);
}
