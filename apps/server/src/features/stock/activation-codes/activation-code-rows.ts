import type { ActivationCode, activationCodeCalls, Input } from '@sweepline/contract';
import { codeIn } from '@sweepline/contract';
import { and, asc, desc, eq, ilike, or, sql, type SQL } from 'drizzle-orm';
import type { Clock } from '../../../platform/runtime/clock.ts';
import { Refusal } from '../../../platform/calls/ctx.ts';
import type { Tx } from '../../../platform/db/db.ts';
import { orderBy } from '../../../platform/db/order-by.ts';
import { contains, counted, visible, inValues } from '../../../platform/db/page.ts';
import { paginate } from '../../../platform/db/paginate.ts';
import type { Vault } from '../../../platform/files/vault.ts';
import { accounts } from '../../../entities/people/account-table.ts';
import { companies } from '../../../entities/people/company-table.ts';
import { devices } from '../../../entities/devices/device-table.ts';
import { activationCodes } from './activation-code-table.ts';

type ListInput = Input<(typeof activationCodeCalls)['list']>;
export type CodeFilters = Omit<ListInput, 'page' | 'pageSize' | 'enablePage' | 'sort'>;

/** What reading codes needs besides the transaction. */
export interface CodeReader {
  now: Clock;
  vault: Vault;
}

/** Expiry is computed from the server's clock. A stored state would lag behind it. */
const stateNow = (now: Clock): SQL<ActivationCode['state']> =>
  sql`case when ${activationCodes.state} = 'UNUSED' and ${activationCodes.validUntil} <= ${now().toISOString()}
    then 'EXPIRED' else ${activationCodes.state} end`;

export const isUnused = (now: Clock): SQL => sql`${stateNow(now)} = 'UNUSED'`;

function search(vault: Vault, keyword: string): SQL | undefined {
  const code = codeIn(keyword);
  if (code) return eq(activationCodes.codeHash, vault.mark(code));
  const pattern = contains(keyword);
  return or(
    eq(activationCodes.tail, keyword.trim().toUpperCase()),
    ilike(activationCodes.sn, pattern),
    ilike(activationCodes.batchName, pattern),
  );
}

export const codeFilter = (db: Tx, { now, vault }: CodeReader, filters: CodeFilters): SQL | undefined =>
  and(
    visible(db, activationCodes),
    filters.keyword ? search(vault, filters.keyword) : undefined,
    filters.state?.length
      ? sql`${stateNow(now)} = any(${sql.param(`{${filters.state.join(',')}}`)})`
      : undefined,
    filters.usageType?.length ? inValues(activationCodes.usageType, filters.usageType) : undefined,
    filters.model?.length ? inValues(activationCodes.model, filters.model) : undefined,
    filters.companyId ? eq(activationCodes.companyId, filters.companyId) : undefined,
    filters.batchId ? eq(activationCodes.batchId, filters.batchId) : undefined,
  );

/** Codes with company, recipient and device. A recipient or device outside the caller's scope is null. */
export const codeRows = (db: Tx, now: Clock) =>
  db
    .select({
      code: activationCodes,
      state: stateNow(now),
      companyName: companies.name,
      person: { id: accounts.id, name: accounts.nickname, username: accounts.username },
      device: {
        id: devices.id,
        sn: devices.sn,
        nickname: devices.nickname,
        usableUntil: devices.usableUntil,
      },
    })
    .from(activationCodes)
    .innerJoin(companies, eq(companies.id, activationCodes.companyId))
    .leftJoin(accounts, and(eq(accounts.id, activationCodes.noticeToId), visible(db, accounts)))
    .leftJoin(devices, and(eq(devices.id, activationCodes.deviceId), visible(db, devices)))
    .$dynamic();
type Row = Awaited<ReturnType<typeof codeRows>>[number];

/** A code in the form of the contract, with its plain text. */
export const codeOf = (vault: Vault, { code, state, companyName, person, device }: Row): ActivationCode => ({
  ...code,
  code: vault.open(code.codeSecret),
  state,
  companyName,
  batch: { id: code.batchId, name: code.batchName },
  noticeTo: person,
  device,
});

const { createdAt, usedAt, validUntil, id } = activationCodes;
const sortable = { createdAt, usedAt, validUntil };

/** One page of codes. */
export async function listCodes(db: Tx, reader: CodeReader, input: ListInput) {
  const where = codeFilter(db, reader, input);
  const rows = codeRows(db, reader.now)
    .where(where)
    .orderBy(...orderBy(sortable, input.sort ?? '-createdAt', id));
  const { list, total } = await paginate(input, rows, counted(db, activationCodes, where));
  return { list: list.map((row) => codeOf(reader.vault, row)), total };
}

/** One code in the form of the contract. */
export async function readCode(db: Tx, { now, vault }: CodeReader, codeId: string): Promise<ActivationCode> {
  const [row] = await codeRows(db, now).where(and(eq(id, codeId), visible(db, activationCodes)));
  if (!row) throw new Refusal('notFound');
  return codeOf(vault, row);
}

/** Batches, newest first. The counts cover only the codes that the caller sees. */
export async function listBatches(db: Tx, now: Clock, input: Input<(typeof activationCodeCalls)['batches']>) {
  const where = and(
    visible(db, activationCodes),
    input.keyword ? ilike(activationCodes.batchName, contains(input.keyword)) : undefined,
  );
  const inState = (state: ActivationCode['state']) =>
    sql<number>`count(*) filter (where ${stateNow(now)} = ${state})`.mapWith(Number);
  const newest = sql<string>`min(${createdAt})`.mapWith(createdAt);
  const rows = db
    .select({
      id: activationCodes.batchId,
      name: sql<string>`min(${activationCodes.batchName})`,
      model: sql<ActivationCode['model']>`min(${activationCodes.model})`,
      createdAt: newest,
      createdBy: sql<string>`min(${activationCodes.createdBy})`,
      total: sql<number>`count(*)`.mapWith(Number),
      unused: inState('UNUSED'),
      used: inState('USED'),
      expired: inState('EXPIRED'),
      failed: inState('FAILED'),
    })
    .from(activationCodes)
    .where(where)
    .groupBy(activationCodes.batchId)
    .orderBy(desc(newest), asc(activationCodes.batchId));
  const total = db
    .select({ total: sql<number>`count(distinct ${activationCodes.batchId})`.mapWith(Number) })
    .from(activationCodes)
    .where(where)
    .then(([row]) => row?.total ?? 0);
  return paginate(input, rows, total);
}
