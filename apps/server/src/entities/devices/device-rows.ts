import type { Cleared, clearedThings, keptThings } from '@sweepline/contract';
import type { Tx } from '../../platform/db/db.ts';
import { getTableName } from 'drizzle-orm';
import { alarms } from '../alarms/alarm-table.ts';

interface Rows {
  /** The column with the device id, by default `device_id`. */
  by?: string;
  /** An additional condition for the rows. */
  only?: string;
  /** An update instead of a delete: a deleted task remains for its reports. */
  ends?: string;
  /** The group in the receipt of an unbinding, which decides whether the rows are deleted or remain. */
  unbind: (typeof clearedThings)[number] | (typeof keptThings)[number];
  /** What is removed from rows that follow: the next company learns no names. */
  strips?: string;
  /** At a sale the rows follow to the next company, stay with the old one, or end. */
  handOver: 'FOLLOW' | 'STAY' | 'END';
}

/**
 * Each table with rows of a device, and what happens to them. A test fails for a table that is missing here: a new
 * table needs a decision on unbinding and sale. Rows about the past stay with the company in which they happened.
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
  // The next company does not learn whose set it was; the robot keeps its sounds until it is rolled out others.
  voice_uses: { unbind: 'GROUPS', handOver: 'END' },
  voice_rollout_devices: { unbind: 'EVENTS', handOver: 'STAY' },
  // Elevators are those of the company's sites.
  elevator_devices: { unbind: 'GROUPS', handOver: 'END' },
  // A project collects on the floors of the company that lent the robot.
  ai_project_devices: { unbind: 'GROUPS', handOver: 'END' },
  device_shares: { unbind: 'SHARES', handOver: 'END' },
  // A label on the robot leads nowhere in the next company until it makes its own.
  fault_codes: { unbind: 'SHARES', handOver: 'END' },
  control_grants: { unbind: 'SHARES', handOver: 'END' },
  control_passwords: { unbind: 'PASSWORDS', handOver: 'END' },
  drive_sessions: { unbind: 'EVENTS', handOver: 'STAY' },
  video_sessions: { unbind: 'EVENTS', handOver: 'STAY' },
  shell_sessions: { unbind: 'EVENTS', handOver: 'STAY' },
  live_logs: { unbind: 'EVENTS', handOver: 'STAY' },
  video_views: { unbind: 'EVENTS', handOver: 'STAY' },
  video_recordings: { unbind: 'EVENTS', handOver: 'STAY' },
  video_snapshots: { unbind: 'EVENTS', handOver: 'STAY' },
  // The addresses are those of the company that sold it.
  connection_refusals: { unbind: 'EVENTS', handOver: 'END' },
  dead_letters: { unbind: 'EVENTS', handOver: 'STAY' },
  activation_codes: { unbind: 'CUSTODY', handOver: 'STAY' },
  // Revoked one by one, so that a robot with an old certificate is answered with UNBOUND.
  device_certificates: { unbind: 'CUSTODY', handOver: 'FOLLOW' },
  // The maps on a robot are its own rows; the maps of the server stay with their company.
  device_maps: { unbind: 'LIVE', handOver: 'END' },
  // The author of a version belongs to the map, which stays with its company.
  map_versions: { unbind: 'HISTORY', handOver: 'STAY' },
  tasks: { unbind: 'TASKS', handOver: 'END', only: "state <> 'DELETED'", ends: "state = 'DELETED'" },
  schedules: { unbind: 'TASKS', handOver: 'END' },
  schedule_starts: { unbind: 'EVENTS', handOver: 'STAY' },
  task_reports: { unbind: 'REPORTS', handOver: 'STAY' },
  runs: { unbind: 'RUNS', handOver: 'STAY' },
  // Until it is stored as a rejected message of the company whose device sent it.
  waiting_reports: { unbind: 'EVENTS', handOver: 'STAY' },
  alarms: { unbind: 'ALARMS', handOver: 'STAY' },
  // Open ones prevent a sale: features/stock/robots.
  work_orders: { unbind: 'HISTORY', handOver: 'STAY' },
  // The service book travels with the robot, without its authors and orders.
  maintenance_records: {
    unbind: 'HISTORY',
    handOver: 'FOLLOW',
    strips: "by_id = null, order_id = null, updated_by = ''",
  },
  maintenance_dues: { unbind: 'TASKS', handOver: 'END' },
  // Right and company of the receiver are checked again when the mail is sent.
  notice_mails: { unbind: 'EVENTS', handOver: 'STAY' },
  told_outages: { unbind: 'LIVE', handOver: 'END' },
  commands: { unbind: 'EVENTS', handOver: 'STAY' },
  device_logs: { unbind: 'EVENTS', handOver: 'STAY' },
  device_jobs: { unbind: 'EVENTS', handOver: 'STAY' },
  file_transfers: { unbind: 'EVENTS', handOver: 'STAY' },
  // The engine ends an open update whose robot has another company.
  ota_records: { unbind: 'HISTORY', handOver: 'STAY' },
  api_events: { unbind: 'EVENTS', handOver: 'STAY' },
  device_events: { unbind: 'EVENTS', handOver: 'STAY' },
  device_history: { unbind: 'HISTORY', handOver: 'STAY' },
  device_versions: { unbind: 'HISTORY', handOver: 'FOLLOW' },
  report_facts: { unbind: 'HISTORY', handOver: 'STAY' },
  device_days: { unbind: 'HISTORY', handOver: 'STAY' },
  battery_hours: { unbind: 'HISTORY', handOver: 'STAY' },
  online_marks: { unbind: 'HISTORY', handOver: 'STAY' },
  online_days: { unbind: 'HISTORY', handOver: 'STAY' },
  start_facts: { unbind: 'HISTORY', handOver: 'STAY' },
  start_days: { unbind: 'HISTORY', handOver: 'STAY' },
  run_facts: { unbind: 'HISTORY', handOver: 'STAY' },
  run_days: { unbind: 'HISTORY', handOver: 'STAY' },
  alarm_facts: { unbind: 'HISTORY', handOver: 'STAY' },
  alarm_days: { unbind: 'HISTORY', handOver: 'STAY' },
  elevator_rides: { unbind: 'HISTORY', handOver: 'STAY' },
  // The pictures show the floors of the company that agreed to them.
  ai_images: { unbind: 'HISTORY', handOver: 'STAY' },
  zone_cleanings: { unbind: 'HISTORY', handOver: 'STAY' },
  device_relocations: { unbind: 'HISTORY', handOver: 'STAY' },
  // The provider names robots by serial number, in whichever company they work.
  ota_whitelists: { unbind: 'CUSTODY', handOver: 'STAY' },
  notices: { unbind: 'EVENTS', handOver: 'STAY' },
  warranty_changes: { unbind: 'CUSTODY', handOver: 'FOLLOW' },
  device_custody: { unbind: 'CUSTODY', handOver: 'STAY' },
  device_resales: { unbind: 'CUSTODY', handOver: 'STAY' },
  device_unbindings: { unbind: 'CUSTODY', handOver: 'STAY' },
};

const keptGroups = new Set<Cleared['what']>(['REPORTS', 'RUNS', 'ALARMS', 'EVENTS', 'HISTORY', 'CUSTODY']);
/** The kept groups that the preview lists. Events, history and custody are always kept and not listed. */
const listedGroups = new Set<Cleared['what']>(['REPORTS', 'RUNS', 'ALARMS']);

type Entry = [table: string, rows: Rows];
const entries: Entry[] = Object.entries(deviceRows);

const sumByGroup = (counts: readonly Cleared[]): Cleared[] =>
  [...Map.groupBy(counts, ({ what }) => what)]
    .map(([what, rows]) => ({ what, count: rows.reduce((sum, { count }) => sum + count, 0) }))
    .filter(({ count }) => count > 0);

/** Runs one statement per table and sums the numbers of affected rows per group. */
async function countPerTable(
  tx: Tx,
  deviceId: string,
  tables: readonly Entry[],
  statement: (entry: Entry) => string,
): Promise<Cleared[]> {
  const counts: Cleared[] = [];
  for (const entry of tables) {
    const [row] = await tx.raw<{ count: number }>(statement(entry), [deviceId]);
    counts.push({ what: entry[1].unbind, count: row?.count ?? 0 });
  }
  return sumByGroup(counts);
}

const ofDevice = ({ by = 'device_id', only }: Rows) => `${by} = $1${only ? ` and ${only}` : ''}`;
const countSql = ([table, rows]: Entry) =>
  `select count(*)::int as count from ${table} where ${ofDevice(rows)}`;
const endSql = ([table, rows]: Entry) =>
  rows.ends
    ? `update ${table} set ${rows.ends} where ${ofDevice(rows)}`
    : `delete from ${table} where ${ofDevice(rows)}`;
const countedEndSql = (entry: Entry) =>
  `with gone as (${endSql(entry)} returning 1) select count(*)::int as count from gone`;

/**
 * The rows that an unbinding would delete, and those that would remain. The transaction must see all companies, and the
 * caller has locked the device.
 */
export async function countRows(tx: Tx, deviceId: string): Promise<{ cleared: Cleared[]; kept: Cleared[] }> {
  const cleared = entries.filter(([, { unbind }]) => !keptGroups.has(unbind));
  const listed = entries.filter(([, { unbind }]) => listedGroups.has(unbind));
  return {
    cleared: await countPerTable(tx, deviceId, cleared, countSql),
    kept: await countPerTable(tx, deviceId, listed, countSql),
  };
}

/** Deletes the rows of an unbinding and returns their numbers. */
export const clearRows = (tx: Tx, deviceId: string): Promise<Cleared[]> =>
  countPerTable(
    tx,
    deviceId,
    entries.filter(([, { unbind }]) => !keptGroups.has(unbind)),
    countedEndSql,
  );

const reportedGroups = new Set<Cleared['what']>(['LIVE', 'DOCUMENTS', 'SETTINGS', 'JOURNAL', 'UPLOADS']);

/** Deletes rows of messages that arrived during the unbinding. */
export const deleteLateRows = (tx: Tx, deviceId: string): Promise<Cleared[]> =>
  countPerTable(
    tx,
    deviceId,
    entries.filter(([, { unbind }]) => reportedGroups.has(unbind)),
    countedEndSql,
  );

/** At a sale, moves the rows that follow the device to its next company, and ends those of the last one. */
export async function handOverRows(tx: Tx, deviceId: string, companyId: string): Promise<void> {
  for (const entry of entries) {
    const [table, rows] = entry;
    if (rows.handOver === 'END') await tx.raw(endSql(entry), [deviceId]);
    if (rows.handOver === 'FOLLOW')
      await tx.raw(
        `update ${table} set ${['company_id = $2', rows.strips].filter(Boolean).join(', ')} where ${ofDevice(rows)}`,
        [deviceId, companyId],
      );
  }
  // An open alarm moves to the next company; a cleared one stays.
  const openAlarms = `update ${getTableName(alarms)} set company_id = $2 where device_id = $1 and cleared_at is null`;
  await tx.raw(openAlarms, [deviceId, companyId]);
}
