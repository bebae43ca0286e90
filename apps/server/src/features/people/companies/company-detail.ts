import { permissions, type CompanyDetail, type CompanyHolding } from '@sweepline/contract';
import { and, asc, desc, eq, sql } from 'drizzle-orm';
import type { PgColumn, PgTable } from 'drizzle-orm/pg-core';
import { auditChanges, auditEntries } from '../../../platform/audit/audit-table.ts';
import { hasPermission, Refusal, type Ctx } from '../../../platform/calls/ctx.ts';
import type { Tx } from '../../../platform/db/db.ts';
import { counted, visible, inValues } from '../../../platform/db/page.ts';
import { accounts } from '../../../entities/people/account-table.ts';
import { deviceLives } from '../../../entities/devices/device-live-table.ts';
import { devices } from '../../../entities/devices/device-table.ts';
import { maps } from '../../../entities/places/map-table.ts';
import { sites } from '../../../entities/places/site-table.ts';
import { taskReports } from '../../../entities/work/report-table.ts';
import { tasks } from '../../../entities/work/task-table.ts';
import { changeOf } from './company-audit.ts';
import { readCompany, readNodes } from './company-rows.ts';
import { holdsFor, idsOf } from '../../../entities/people/company-rules.ts';
import { companyScope, findCompany } from '../../../entities/people/company-service.ts';
import { companies } from '../../../entities/people/company-table.ts';

const maxRows = 6;
const maxChanges = 20;

/** The table of each kind of contents. Each kind prevents the deletion of the company. */
const holdings = {
  companies: { table: companies, companyId: companies.parentId },
  accounts: { table: accounts, companyId: accounts.companyId },
  devices: { table: devices, companyId: devices.companyId },
  sites: { table: sites, companyId: sites.companyId },
  maps: { table: maps, companyId: maps.companyId },
  tasks: { table: tasks, companyId: tasks.companyId },
  reports: { table: taskReports, companyId: taskReports.companyId },
} satisfies Record<CompanyHolding, { table: PgTable; companyId: PgColumn }>;

/** The contents of a company with their counts. Kinds without rows are omitted. */
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
    .limit(maxRows);

const robotsOf = (db: Tx, id: string) =>
  db
    .select({
      id: devices.id,
      nickname: devices.nickname,
      sn: devices.sn,
      binding: devices.binding,
      state: sql<string>`coalesce(${deviceLives.state}, 'OFFLINE')`,
    })
    .from(devices)
    .leftJoin(deviceLives, eq(deviceLives.id, devices.id))
    .where(and(eq(devices.companyId, id), visible(db, devices)))
    .orderBy(asc(devices.nickname), asc(devices.id))
    .limit(maxRows);

/** The author of a change is named if the reader sees the author's company. */
const changesOf = (db: Tx, id: string) =>
  db
    .select({ change: auditChanges, by: auditEntries.accountName })
    .from(auditChanges)
    .leftJoin(
      auditEntries,
      and(
        eq(auditEntries.requestId, auditChanges.requestId),
        eq(auditEntries.code, 200),
        visible(db, authorScope),
      ),
    )
    .where(
      and(eq(auditChanges.recordId, id), eq(auditChanges.tableName, 'companies'), visible(db, changeScope)),
    )
    .orderBy(desc(auditChanges.seq))
    .limit(maxChanges);
const authorScope = { companyId: auditEntries.companyId };
const changeScope = { companyId: auditChanges.companyId };

/** The content of the page of one company. */
export async function readDetail({ db, account }: Ctx, id: string): Promise<CompanyDetail> {
  const target = await findCompany(db, id);
  const own = id === account.companyId;
  if (target.type !== 0 && !own && !holdsFor(account, target.type, 'page')) throw new Refusal('forbidden');
  const ancestorIds = idsOf(target.path).slice(0, -1);
  // One after the other: both bypass the tenant scope temporarily, and no other query may run in that time.
  const company = await readCompany(db, account, id);
  const below = await readNodes(db, account, eq(companies.parentId, id), { limit: maxRows });
  const [ancestors, contents, people, robots, changes] = await Promise.all([
    db
      .select({ id: companies.id, name: companies.name, path: companies.path })
      .from(companies)
      .where(and(inValues(companies.id, ancestorIds), visible(db, companyScope))),
    holdingsOf(db, id),
    hasPermission(account, target.type === 0 ? permissions.accounts : permissions.outerAccounts)
      ? peopleOf(db, id)
      : null,
    hasPermission(account, permissions.deviceList) ? robotsOf(db, id) : null,
    changesOf(db, id),
  ]);
  return {
    company,
    way: ancestors.toSorted((a, b) => a.path.length - b.path.length),
    holdings: contents,
    people,
    devices: robots,
    below,
    changes: changes.flatMap(({ change, by }) => changeOf(change, by) ?? []),
  };
}
