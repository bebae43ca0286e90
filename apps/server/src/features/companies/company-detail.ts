import { permissions, type CompanyDetail, type CompanyHolding } from '@sweepline/contract';
import { and, asc, desc, eq, sql } from 'drizzle-orm';
import type { PgColumn, PgTable } from 'drizzle-orm/pg-core';
import { auditChanges, auditEntries } from '../../platform/audit/audit-table.ts';
import { holds, Refusal, type Ctx } from '../../platform/calls/ctx.ts';
import type { Tx } from '../../platform/db/db.ts';
import { counted, visible, inValues } from '../../platform/db/page.ts';
import { accounts } from '../accounts/account-table.ts';
import { deviceLives } from '../devices/device-live-table.ts';
import { devices } from '../devices/device-table.ts';
import { maps } from '../maps/map-table.ts';
import { sites } from '../sites/site-table.ts';
import { taskReports } from '../task-reports/report-table.ts';
import { tasks } from '../tasks/task-table.ts';
import { changeOf } from './company-audit.ts';
import { readCompany, readNodes } from './company-rows.ts';
import { holdsFor, idsOf } from './company-rules.ts';
import { companyScope, findCompany } from './company-service.ts';
import { companies } from './company-table.ts';

const first = 6;
const lastChanges = 20;

/** Where each holding lies; all of them stand in the way of deleting. */
const holdings = {
  companies: { table: companies, companyId: companies.parentId },
  accounts: { table: accounts, companyId: accounts.companyId },
  devices: { table: devices, companyId: devices.companyId },
  sites: { table: sites, companyId: sites.companyId },
  maps: { table: maps, companyId: maps.companyId },
  tasks: { table: tasks, companyId: tasks.companyId },
  reports: { table: taskReports, companyId: taskReports.companyId },
} satisfies Record<CompanyHolding, { table: PgTable; companyId: PgColumn }>;

/** What belongs to a company itself, with how many; what there is none of is left out. */
export async function holdingsOf(db: Tx, id: string): Promise<{ what: CompanyHolding; count: number }[]> {
  const all = await Promise.all(
    Object.entries(holdings).map(async ([what, { table, companyId }]) => ({
      what: what as CompanyHolding,
      count: await counted(db, table, eq(companyId, id)),
    })),
  );
  return all.filter(({ count }) => count > 0);
}

const peopleOf = (db: Tx, id: string) =>
  db
    .select({
      id: accounts.id,
      username: accounts.username,
      nickname: accounts.nickname,
      disabled: accounts.disabled,
    })
    .from(accounts)
    .where(and(eq(accounts.companyId, id), visible(db, accounts)))
    .orderBy(asc(accounts.roleType), asc(accounts.username))
    .limit(first);

const robotsOf = (db: Tx, id: string) =>
  db
    .select({
      id: devices.id,
      nickname: devices.nickname,
      sn: devices.sn,
      state: sql<string>`coalesce(${deviceLives.state}, 'OFFLINE')`,
    })
    .from(devices)
    .leftJoin(deviceLives, eq(deviceLives.id, devices.id))
    .where(and(eq(devices.companyId, id), visible(db, devices)))
    .orderBy(asc(devices.nickname), asc(devices.id))
    .limit(first);

/** Who changed it is named where the reader sees the company of who did. */
const changesOf = (db: Tx, id: string) =>
  db
    .select({ change: auditChanges, by: auditEntries.accountName })
    .from(auditChanges)
    .leftJoin(
      auditEntries,
      and(
        eq(auditEntries.requestId, auditChanges.requestId),
        eq(auditEntries.code, 200),
        visible(db, seenBy),
      ),
    )
    .where(and(eq(auditChanges.recordId, id), eq(auditChanges.tableName, 'companies'), visible(db, changed)))
    .orderBy(desc(auditChanges.seq))
    .limit(lastChanges);
const seenBy = { companyId: auditEntries.companyId };
const changed = { companyId: auditChanges.companyId };

/** Everything the page of one company shows. */
export async function readDetail({ db, account }: Ctx, id: string): Promise<CompanyDetail> {
  const found = await findCompany(db, id);
  const own = id === account.companyId;
  if (found.type !== 0 && !own && !holdsFor(account, found.type, 'page')) throw new Refusal('forbidden');
  const above = idsOf(found.path).slice(0, -1);
  // One after the other: both look beyond the fence on the way, and nothing else may run meanwhile.
  const company = await readCompany(db, account, id);
  const below = await readNodes(db, account, eq(companies.parentId, id), { limit: first });
  const [way, held, people, robots, changes] = await Promise.all([
    db
      .select({ id: companies.id, name: companies.name, path: companies.path })
      .from(companies)
      .where(and(inValues(companies.id, above), visible(db, companyScope))),
    holdingsOf(db, id),
    holds(account, found.type === 0 ? permissions.accounts : permissions.outerAccounts)
      ? peopleOf(db, id)
      : null,
    holds(account, permissions.deviceList) ? robotsOf(db, id) : null,
    changesOf(db, id),
  ]);
  return {
    company,
    way: way.toSorted((one, other) => one.path.length - other.path.length),
    holdings: held,
    people,
    devices: robots,
    below,
    changes: changes.flatMap(({ change, by }) => changeOf(change, by) ?? []),
  };
}
