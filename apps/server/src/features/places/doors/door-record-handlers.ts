import { doorRecordCalls, type DoorRecord, type Input } from '@sweepline/contract';
import { and, eq, gte, ilike, lte, or, sql } from 'drizzle-orm';
import { accessDoors, doorRecords } from '../../../entities/places/access-door-table.ts';
import { answer } from '../../../platform/calls/calls.ts';
import { inScope, type Tx } from '../../../platform/db/db.ts';
import { contains, counted, visible } from '../../../platform/db/page.ts';
import { paginate } from '../../../platform/db/paginate.ts';
import { csvOfPages } from '../../../platform/documents/csv-pages.ts';
import { checkExportPeriod } from '../../../platform/documents/export-period.ts';
import { recordOf, recordRows } from './door-rows.ts';

async function listRecords(db: Tx, input: Input<typeof doorRecordCalls.list>, now: Date) {
  const { keyword, doorId, act, from, to } = input;
  const where = and(
    keyword
      ? or(ilike(doorRecords.by, contains(keyword)), ilike(accessDoors.name, contains(keyword)))
      : undefined,
    doorId ? eq(doorRecords.doorId, doorId) : undefined,
    act ? eq(doorRecords.act, act) : undefined,
    from ? gte(doorRecords.requestedAt, from) : undefined,
    to ? lte(doorRecords.requestedAt, to) : undefined,
  );
  const joined = sql`${doorRecords} join ${accessDoors} on ${accessDoors.id} = ${doorRecords.doorId}`;
  const count = counted(db, joined, and(visible(db, doorRecords), where));
  const { list, total } = await paginate(input, recordRows(db, where), count);
  return { total, list: list.map((row) => recordOf(row, now)) };
}

/** The columns of the file, named as in the answers of the list. */
const columns: Record<string, (record: DoorRecord) => string | null> = {
  requestedAt: ({ requestedAt }) => requestedAt,
  site: ({ siteName }) => siteName,
  door: ({ doorName }) => doorName,
  act: ({ act }) => act,
  by: ({ by }) => by,
  reason: ({ reason }) => reason,
  openedAt: ({ openedAt }) => openedAt,
  closedAt: ({ closedAt }) => closedAt,
  outcome: ({ outcome }) => outcome,
  detail: ({ detail }) => detail,
};

export const doorRecordAnswers = answer(doorRecordCalls, {
  list: ({ db, now }, input) => listRecords(db, input, now()),

  export: async ({ services, account, now }, filters) => {
    checkExportPeriod(filters);
    return csvOfPages({
      fileName: `door-records-${now().toISOString().slice(0, 10)}.csv`,
      columns,
      read: (page) =>
        inScope(services.db, account.scope, (db) => listRecords(db, { ...filters, ...page }, now()), {
          readOnly: true,
          home: account.companyId,
        }),
    });
  },
});
