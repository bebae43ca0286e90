import { and, inArray, sql, type SQL } from 'drizzle-orm';
import type { PgColumn, PgTable } from 'drizzle-orm/pg-core';
import { z } from 'zod';
import type { OwnedTable } from '../../../platform/db/columns.ts';
import type { Tx } from '../../../platform/db/db.ts';
import { visible } from '../../../platform/db/page.ts';
import { accounts } from '../../../entities/people/account-table.ts';
import { companies } from '../../../entities/people/company-table.ts';
import { devices } from '../../../entities/devices/device-table.ts';
import { shellSessions } from '../../../entities/remote/shell-table.ts';
import { videoRecordings, videoSnapshots } from '../../../entities/remote/video-table.ts';
import { maps } from '../../../entities/places/map-table.ts';
import { roles } from '../../../entities/people/role-table.ts';
import { runs } from '../../../entities/work/run-table.ts';
import { schedules } from '../../../entities/work/schedule-table.ts';
import { sites } from '../../../entities/places/site-table.ts';
import { tasks } from '../../../entities/work/task-table.ts';

type Named = PgTable & { id: PgColumn };
/** The tenant scope of a company's own row is its id. */
const ownerOf = (table: Named) => ('companyId' in table ? (table as OwnedTable).companyId : table.id);

/** The name of the device to which a row belongs. */
const deviceNameOf = (deviceId: PgColumn) =>
  sql<string>`(select coalesce(nullif(d.nickname, ''), d.sn) from ${devices} d where d.id = ${deviceId})`;

/** Tables for the names of records whose entry has no name, because the record itself was not changed. */
const sources: { table: Named; name: PgColumn | SQL<string> }[] = [
  {
    table: devices,
    name: sql<string>`coalesce(nullif(${devices.nickname}, ''), ${devices.sn})`,
  },
  { table: videoRecordings, name: deviceNameOf(videoRecordings.deviceId) },
  { table: videoSnapshots, name: deviceNameOf(videoSnapshots.deviceId) },
  { table: shellSessions, name: deviceNameOf(shellSessions.deviceId) },
  { table: maps, name: maps.name },
  { table: tasks, name: tasks.name },
  { table: runs, name: runs.name },
  { table: schedules, name: sql<string>`(select name from ${tasks} t where t.id = ${schedules.taskId})` },
  { table: sites, name: sites.name },
  { table: accounts, name: accounts.nickname },
  { table: roles, name: roles.name },
  { table: companies, name: companies.name },
];

const uuid = z.uuid();

interface EntryWithRecord {
  record: { id: string; name: string } | null;
}

/** Adds the names of records that exist and that the reader may see. An id is of one table only. */
export async function nameRecords<R extends EntryWithRecord>(db: Tx, rows: R[]): Promise<R[]> {
  const names = new Map<string, string>();
  const nameless = rows.flatMap(({ record }) => (record?.name === '' ? [record.id] : []));
  const ids = new Set(nameless.filter((id) => uuid.safeParse(id).success));
  for (const { table, name } of sources) {
    if (ids.size === 0) break;
    const records = await db
      .select({ id: table.id, name })
      .from(table as PgTable)
      .where(and(inArray(table.id, [...ids]), visible(db, { companyId: ownerOf(table) })));
    // Both columns are text in all of these tables.
    for (const record of records) {
      names.set(record.id as string, record.name as string);
      ids.delete(record.id as string);
    }
  }
  return rows.map((row) =>
    row.record?.name === ''
      ? { ...row, record: { id: row.record.id, name: names.get(row.record.id) ?? '' } }
      : row,
  );
}
