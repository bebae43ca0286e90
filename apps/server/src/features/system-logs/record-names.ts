import { isKeyOf } from '@sweepline/contract';
import { and, inArray } from 'drizzle-orm';
import type { PgColumn, PgTable } from 'drizzle-orm/pg-core';
import { z } from 'zod';
import type { OwnedTable } from '../../platform/db/columns.ts';
import type { Tx } from '../../platform/db/db.ts';
import { visible } from '../../platform/db/page.ts';
import { accounts } from '../../entities/people/account-table.ts';
import { companies } from '../../entities/people/company-table.ts';
import { devices } from '../../entities/devices/device-table.ts';
import { maps } from '../../entities/places/map-table.ts';
import { roles } from '../../entities/people/role-table.ts';
import { runs } from '../../entities/work/run-table.ts';
import { tasks } from '../../entities/work/task-table.ts';

type Named = PgTable & { id: PgColumn };
/** The tenant scope of a company's own row is its id. */
const ownerOf = (table: Named) => ('companyId' in table ? (table as OwnedTable).companyId : table.id);

/** Tables for the names of records whose entry has no name, because the record itself was not changed. */
const sources: Record<string, { table: Named; name: PgColumn }> = {
  accounts: { table: accounts, name: accounts.nickname },
  companies: { table: companies, name: companies.name },
  devices: { table: devices, name: devices.nickname },
  maps: { table: maps, name: maps.name },
  roles: { table: roles, name: roles.name },
  runs: { table: runs, name: runs.name },
  tasks: { table: tasks, name: tasks.name },
};

const uuid = z.uuid();

interface EntryWithRecord {
  kind: string;
  record: { id: string; name: string } | null;
}

/** Adds the names of records that exist and that the reader may see. */
export async function nameRecords<R extends EntryWithRecord>(db: Tx, rows: R[]): Promise<R[]> {
  const nameless = rows.filter(({ kind, record }) => record?.name === '' && isKeyOf(sources, kind));
  const names = new Map<string, string>();
  for (const kind of new Set(nameless.map((row) => row.kind))) {
    const source = sources[kind];
    const ids = nameless.flatMap(({ kind: own, record }) =>
      own === kind && record && uuid.safeParse(record.id).success ? [record.id] : [],
    );
    if (!source || ids.length === 0) continue;
    const records = await db
      .select({ id: source.table.id, name: source.name })
      .from(source.table as PgTable)
      .where(and(inArray(source.table.id, ids), visible(db, { companyId: ownerOf(source.table) })));
    // Both columns are text in all of these tables.
    for (const { id, name } of records) names.set(id as string, name as string);
  }
  return rows.map((row) =>
    row.record?.name === ''
      ? { ...row, record: { id: row.record.id, name: names.get(row.record.id) ?? '' } }
      : row,
  );
}
