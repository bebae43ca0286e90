import { foreignCode, type alarmSettingCalls, type AlarmSettingRow, type Input } from '@sweepline/contract';
import { alarmCodes } from '@sweepline/contract/robot';
import { and, eq, gt, ilike, inArray, isNull, or, sql, type SQL } from 'drizzle-orm';
import { alarmSettings } from '../../../entities/alarms/alarm-setting-table.ts';
import { alarms } from '../../../entities/alarms/alarm-table.ts';
import { accounts } from '../../../entities/people/account-table.ts';
import { findCompany, underPath, type CompanyRow } from '../../../entities/people/company-service.ts';
import { idsOf } from '../../../entities/people/company-rules.ts';
import { companies } from '../../../entities/people/company-table.ts';
import type { Ctx } from '../../../platform/calls/ctx.ts';
import type { Tx } from '../../../platform/db/db.ts';
import { contains, visible } from '../../../platform/db/page.ts';
import { paginate } from '../../../platform/db/paginate.ts';
import { nameIn } from './alarm-words.ts';
import { settingRow, type Chain } from './alarm-setting-rules.ts';

/** More types of errors than vehicles of one fleet have. */
const maxErrorTypes = 300;

/** The settings of a company and of those above it. The RLS policy lets a company read, and only read, those above. */
async function chainOf(db: Tx, { path }: CompanyRow, code?: string): Promise<Chain> {
  const rows = await db
    .select()
    .from(alarmSettings)
    .where(
      and(
        inArray(alarmSettings.companyId, idsOf(path)),
        code === undefined ? undefined : eq(alarmSettings.code, code),
      ),
    );
  return { rows, path };
}

/** The types of errors that foreign vehicles of a company and those below it reported, with their highest level. */
async function seenTypes(db: Tx, { path }: CompanyRow): Promise<Map<string, number>> {
  const below = db.select({ id: companies.id }).from(companies).where(underPath(companies.path, path));
  const rows = await db
    .select({ type: alarms.type, level: sql<number>`max(${alarms.level})`.mapWith(Number) })
    .from(alarms)
    .where(and(visible(db, alarms), sql`${alarms.code} = '90000'`, inArray(alarms.companyId, below)))
    .groupBy(alarms.type)
    .orderBy(alarms.type)
    .limit(maxErrorTypes);
  return new Map(rows.map(({ type, level }) => [type, level]));
}

interface QueryInput {
  companyId: string;
  model: string;
  code?: string | undefined;
}

/** What holds in a company for a model: every code of the product, and every type of errors of foreign vehicles. */
async function readSettings(ctx: Ctx, input: QueryInput): Promise<AlarmSettingRow[]> {
  const { companyId, model, code } = input;
  const company = await findCompany(ctx.db, companyId);
  const chain = await chainOf(ctx.db, company, code);
  const seen =
    code === undefined || code === foreignCode ? await seenTypes(ctx.db, company) : new Map<string, number>();
  const types = new Set([
    ...seen.keys(),
    ...chain.rows.filter((row) => row.code === foreignCode).map(({ errorType }) => errorType),
  ]);
  types.delete('');
  const keys = [
    ...Object.keys(alarmCodes).map((each) => ({ code: each, errorType: '' })),
    ...[...types].toSorted().map((errorType) => ({ code: foreignCode, errorType })),
  ];
  return keys
    .filter((key) => code === undefined || key.code === code)
    .map((key) =>
      settingRow(chain, { ...key, companyId, model }, seen.get(key.errorType) ?? null, ctx.now()),
    );
}

type ListInput = Input<typeof alarmSettingCalls.query>;

const isShown = (row: AlarmSettingRow, { level, fixer, show }: ListInput): boolean =>
  (!level?.length || (row.level.value !== null && level.includes(row.level.value))) &&
  (!fixer?.length || fixer.includes(row.fixer.value)) &&
  (show !== 'SUPPRESSED' || !row.push.isTold) &&
  (show !== 'CHANGED' ||
    [row.own.level, row.own.fixer, row.own.push, row.own.orderMode].some((value) => value !== null));

/** One page of the settings of a company, in the order of the codes. */
export async function listSettings(ctx: Ctx, input: ListInput) {
  const { keyword = '', page, pageSize } = input;
  const lowerKeyword = keyword.toLowerCase();
  const rows = await readSettings(ctx, { ...input, companyId: input.companyId ?? ctx.account.companyId });
  const matching = rows.filter(
    (row) =>
      isShown(row, input) &&
      [row.code, row.type, nameIn(ctx.caller.lang, row.code)].some((text) =>
        text.toLowerCase().includes(lowerKeyword),
      ),
  );
  return { total: matching.length, list: matching.slice((page - 1) * pageSize, page * pageSize) };
}

/** The row of one key, as `setAlarm` answers it. */
export async function readSetting(
  ctx: Ctx,
  { errorType, ...input }: QueryInput & { code: string; errorType: string },
): Promise<AlarmSettingRow> {
  const rows = await readSettings(ctx, input);
  const company = await findCompany(ctx.db, input.companyId);
  return (
    rows.find((row) => row.errorType === errorType) ??
    // A type of errors that no vehicle has reported yet.
    settingRow(await chainOf(ctx.db, company, input.code), { ...input, errorType }, null, ctx.now())
  );
}

/** Suppressions in force of the tenant scope. Those of companies above are only values of `query`. */
export async function listSuppressions(
  { db, now }: Ctx,
  input: Input<typeof alarmSettingCalls.suppressions>,
) {
  const { keyword, companyId } = input;
  if (companyId) await findCompany(db, companyId);
  const where = and(
    visible(db, alarmSettings),
    eq(alarmSettings.push, 'OFF'),
    or(isNull(alarmSettings.pushOffUntil), gt(alarmSettings.pushOffUntil, now().toISOString())),
    companyId ? eq(alarmSettings.companyId, companyId) : undefined,
    keyword ? matches(contains(keyword)) : undefined,
  );
  const rows = db
    .select({
      id: alarmSettings.id,
      companyId: alarmSettings.companyId,
      companyName: companies.name,
      code: alarmSettings.code,
      errorType: alarmSettings.errorType,
      // The call that wrote it allows these models only.
      model: sql<'' | 'J20' | 'J30' | 'J40' | 'PLAIN'>`${alarmSettings.model}`,
      since: sql<string>`coalesce(${alarmSettings.pushChangedAt}, ${alarmSettings.updatedAt})`.mapWith(
        alarmSettings.updatedAt,
      ),
      version: alarmSettings.version,
      until: alarmSettings.pushOffUntil,
      reason: alarmSettings.pushOffReason,
      // The RLS policy hides accounts outside the tenant scope.
      by: accounts.nickname,
    })
    .from(alarmSettings)
    .innerJoin(companies, eq(companies.id, alarmSettings.companyId))
    .leftJoin(accounts, and(eq(accounts.id, alarmSettings.pushChangedById), visible(db, accounts)))
    .where(where)
    .orderBy(
      sql`coalesce(${alarmSettings.pushChangedAt}, ${alarmSettings.updatedAt}) desc`,
      alarmSettings.id,
    );
  const total = db
    .select({ total: sql<number>`count(*)`.mapWith(Number) })
    .from(alarmSettings)
    .innerJoin(companies, eq(companies.id, alarmSettings.companyId))
    .where(where)
    .then(([row]) => row?.total ?? 0);
  return await paginate(input, rows, total);
}

const matches = (pattern: string): SQL | undefined =>
  or(
    ilike(alarmSettings.code, pattern),
    ilike(alarmSettings.errorType, pattern),
    ilike(alarmSettings.pushOffReason, pattern),
    ilike(companies.name, pattern),
  );
