import type { deviceResaleCalls, Input, Resale } from '@sweepline/contract';
import { and, desc, eq, ilike, ne, or, sql, type SQL } from 'drizzle-orm';
import { Refusal, type Account, type Ctx } from '../../../platform/calls/ctx.ts';
import { contains, counted, visible } from '../../../platform/db/page.ts';
import { underPath } from '../../../entities/people/company-service.ts';
import { companies } from '../../../entities/people/company-table.ts';
import { devices } from '../../../entities/devices/device-table.ts';
import { paginate } from '../../../platform/db/paginate.ts';
import { find } from '../../../platform/db/page.ts';
import { resales } from './resale-table.ts';

type Calls = typeof deviceResaleCalls;
type Row = typeof resales.$inferSelect;

/** Whether the caller sees the selling company and may withdraw the offer. */
export const isSeller = ({ scope }: Account, { fromCompanyId }: Pick<Row, 'fromCompanyId'>) =>
  scope === '*' || scope.includes(fromCompanyId);

/** Only the receiving company itself confirms or declines, not a company above it. */
export const isReceiver = (account: Account, { companyId }: Pick<Row, 'companyId'>) =>
  account.companyId === companyId;

/** An offer in the form of the contract, with the acts of the caller. */
export function resaleOf(account: Account, row: Row): Resale {
  const open = row.status === 'OFFERED';
  const acts: Resale['acts'] = [];
  if (open && isReceiver(account, row)) acts.push('confirm', 'decline');
  if (open && isSeller(account, row)) acts.push('withdraw');
  return { ...row, acts };
}

const inDirection = ({ account }: Ctx, direction: Input<Calls['list']>['direction']): SQL | undefined => {
  if (direction === 'IN') return eq(resales.companyId, account.companyId);
  if (direction === 'OUT') return ne(resales.companyId, account.companyId);
  return undefined;
};

/** Offers, the open ones first, then by time, newest first. */
export async function listResales(ctx: Ctx, input: Input<Calls['list']>) {
  const { db, account } = ctx;
  const where = and(
    visible(db, resales),
    inDirection(ctx, input.direction),
    input.status ? eq(resales.status, input.status) : undefined,
    input.keyword
      ? or(ilike(resales.nickname, contains(input.keyword)), ilike(resales.sn, contains(input.keyword)))
      : undefined,
  );
  const rows = db
    .select()
    .from(resales)
    .where(where)
    .orderBy(sql`${resales.status} <> 'OFFERED'`, desc(resales.offeredAt), desc(resales.id));
  const page = await paginate(input, rows, counted(db, resales, where));
  return { ...page, list: page.list.map((row) => resaleOf(account, row)) };
}

/** Companies below the owner of a device. */
export async function listReceivers({ db }: Ctx, input: Input<Calls['receivers']>) {
  const { companyId } = await find(db, devices, input.deviceId);
  const [owner] = await db
    .select({ path: companies.path })
    .from(companies)
    .where(eq(companies.id, companyId));
  if (!owner) throw new Refusal('notFound');
  const { id, name, type } = companies;
  const where = and(
    visible(db, { companyId: id }),
    underPath(companies.path, owner.path),
    ne(id, companyId),
    input.keyword ? ilike(name, contains(input.keyword)) : undefined,
  );
  const rows = db.select({ id, name, type }).from(companies).where(where).orderBy(name, id);
  return await paginate(input, rows, counted(db, companies, where));
}
