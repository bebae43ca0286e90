import { randomBytes } from 'node:crypto';
import { codeChanceLength, codeFrom, type activationCodeCalls, type Input } from '@sweepline/contract';
import { getTableName, and, asc, eq, ilike, ne, or, sql } from 'drizzle-orm';
import { asSystem } from '../../../platform/db/as-system.ts';
import { Refusal, wrongField, type Ctx } from '../../../platform/calls/ctx.ts';
import type { Tx } from '../../../platform/db/db.ts';
import { newId } from '../../../platform/runtime/ids.ts';
import { checkVersion, contains, counted, find, visible, inValues } from '../../../platform/db/page.ts';
import { paginate } from '../../../platform/db/paginate.ts';
import type { Vault } from '../../../platform/files/vault.ts';
import { accounts } from '../../../entities/people/account-table.ts';
import { findCompany, type CompanyRow } from '../../../entities/people/company-service.ts';
import { isUnused, readCode } from './activation-code-rows.ts';
import { companiesOn } from './activation-code-rules.ts';
import { note, type CodeRow } from './activation-code-service.ts';
import { activationCodes } from './activation-code-table.ts';

type Calls = typeof activationCodeCalls;
type CodeInsert = typeof activationCodes.$inferInsert;

/** A company that the caller sees, else a refusal at the field. */
const companyFor = (db: Tx, id: string): Promise<CompanyRow> =>
  findCompany(db, id).catch((error: unknown) => {
    throw error instanceof Refusal && error.reason === 'notFound'
      ? wrongField('companyId', 'NO_SUCH_COMPANY')
      : error;
  });

/**
 * Enabled accounts of a company and of those above it, within the caller's scope. They see the robots of the company.
 */
const peopleOf = (db: Tx, { path }: Pick<CompanyRow, 'path'>) =>
  and(visible(db, accounts), inValues(accounts.companyId, companiesOn(path)), eq(accounts.disabled, false));

export async function listPeople(db: Tx, input: Input<Calls['people']>) {
  const where = and(
    peopleOf(db, await findCompany(db, input.companyId)),
    input.keyword
      ? or(
          ilike(accounts.nickname, contains(input.keyword)),
          ilike(accounts.username, contains(input.keyword)),
        )
      : undefined,
  );
  const rows = db
    .select({ id: accounts.id, name: accounts.nickname, username: accounts.username })
    .from(accounts)
    .where(where)
    .orderBy(asc(accounts.nickname), asc(accounts.id));
  return paginate(input, rows, counted(db, accounts, where));
}

async function checkPerson(db: Tx, company: CompanyRow, id: string | null | undefined): Promise<void> {
  if (!id) return;
  if ((await counted(db, accounts, and(peopleOf(db, company), eq(accounts.id, id)))) === 0)
    throw wrongField('noticeToId', 'CANNOT_SEE_COMPANY');
}

function checkTerms({ useDays, useUntil, validUntil }: Partial<CodeInsert>, now: Date): void {
  if (useDays && useUntil) throw wrongField('useUntil', 'DAYS_OR_DATE');
  const past = (day: string | null | undefined) => day && Date.parse(day) <= now.getTime();
  if (past(useUntil)) throw wrongField('useUntil', 'NOT_IN_FUTURE');
  if (past(validUntil)) throw wrongField('validUntil', 'NOT_IN_FUTURE');
}

/** The values that differ per code are arrays, so that a batch of thousands is one statement. */
const insertBatch = `insert into ${getTableName(activationCodes)} (id, code_hash, code_secret, tail, company_id, model, usage_type, use_days, use_until,
    valid_until, notice_to_id, batch_id, batch_name, linked_at, created_at, created_by, updated_at, updated_by)
  select it.id, it.hash, it.secret, it.tail, $5::uuid, $6, $7, $8::int, $9::timestamptz, $10::timestamptz, $11::uuid, $12::uuid, $13,
    $14::timestamptz, $15::timestamptz, $16, $15::timestamptz, $16
  from unnest($1::text::uuid[], $2::text[], $3::text[], $4::text[]) as it(id, hash, secret, tail)`;

/** Creates a batch: all codes or none. The list and the export show the codes. */
export async function generateCodes(
  { db, account, now }: Ctx,
  vault: Vault,
  { count, companyId, batchName, ...terms }: Input<Calls['generate']>,
) {
  const at = now().toISOString();
  checkTerms(terms, now());
  const company = await companyFor(db, companyId ?? account.companyId);
  await checkPerson(db, company, terms.noticeToId);
  const batchId = newId();
  const codes = Array.from({ length: count }, () => codeFrom(randomBytes(codeChanceLength)));
  const { model, usageType, useDays, useUntil, validUntil, noticeToId } = terms;
  await db.raw(insertBatch, [
    `{${codes.map(() => newId()).join(',')}}`,
    ...[codes.map(vault.mark), codes.map(vault.seal), codes.map((code) => code.slice(-4))],
    ...[
      company.id,
      model,
      usageType,
      useDays ?? null,
      useUntil ?? null,
      validUntil ?? null,
      noticeToId ?? null,
    ],
    ...[batchId, batchName, company.id === account.companyId ? null : at, at, account.username],
  ]);
  return { batchId, batchName, count };
}

/** Changes the terms of an unused code. */
export async function updateCode(
  { db, account, now }: Ctx,
  vault: Vault,
  { id, version, ...change }: Input<Calls['update']>,
) {
  const code = await find(db, activationCodes, id, { lock: true });
  checkVersion(code, version);
  checkTerms({ ...code, ...change, ...('validUntil' in change ? {} : { validUntil: null }) }, now());
  // Of a used code only `noticeToId` may change: the robot has its own copy of the terms.
  const terms = Object.keys(change).some((field) => field !== 'noticeToId');
  if (code.state !== 'UNUSED' && terms) throw new Refusal('wrongState');
  if (change.noticeToId) await checkPerson(db, await findCompany(db, code.companyId), change.noticeToId);
  const at = now().toISOString();
  await db
    .update(activationCodes)
    .set({ ...change, version: version + 1, updatedAt: at, updatedBy: account.username })
    .where(eq(activationCodes.id, id));
  await note(db, [code], { kind: 'CHANGED', at, by: account.username });
  return await readCode(db, { now, vault }, id);
}

/** Locks these codes until the end of the transaction. One hidden or missing code refuses the whole list. */
async function lockCodes(db: Tx, ids: readonly string[]): Promise<void> {
  const rows = await db
    .select({ id: activationCodes.id })
    .from(activationCodes)
    .where(and(inValues(activationCodes.id, ids), visible(db, activationCodes)))
    // A fixed lock order prevents a deadlock of two callers that change the same codes.
    .orderBy(asc(activationCodes.id))
    .for('update');
  if (rows.length < new Set(ids).size) throw new Refusal('notFound');
}

const sqlNext = sql`${activationCodes.version} + 1`;
const notOf = ({ id }: CompanyRow) => ne(activationCodes.companyId, id);

const outcomes = (ids: readonly string[], done: readonly { id: string }[]) => {
  const changed = new Set(done.map(({ id }) => id));
  return { results: ids.map((id) => ({ id, done: changed.has(id) })) };
};

/** Links unused codes to a company. A notice recipient who does not see the company is removed. */
async function linkUnused({ db, account, now }: Ctx, ids: readonly string[], company: CompanyRow) {
  const at = now().toISOString();
  const stamp = { linkedAt: at, updatedAt: at, updatedBy: account.username };
  const linked = await db
    .update(activationCodes)
    .set({ ...stamp, companyId: company.id, version: sqlNext })
    .where(and(inValues(activationCodes.id, ids), isUnused(now)))
    .returning();
  await removeBlindRecipients(db, linked, company);
  await note(db, linked, { kind: 'LINKED', at, by: account.username, toCompanyId: company.id });
  return linked;
}

async function removeBlindRecipients(db: Tx, codes: readonly CodeRow[], company: CompanyRow): Promise<void> {
  const recipientIds = [...new Set(codes.flatMap(({ noticeToId }) => noticeToId ?? []))];
  if (recipientIds.length === 0) return;
  const seeing = await asSystem(db, (all) =>
    all
      .select({ id: accounts.id })
      .from(accounts)
      .where(
        and(inValues(accounts.id, recipientIds), inValues(accounts.companyId, companiesOn(company.path))),
      ),
  );
  const seeingIds = new Set(seeing.map(({ id }) => id));
  const orphaned = codes
    .filter(({ noticeToId }) => noticeToId && !seeingIds.has(noticeToId))
    .map(({ id }) => id);
  if (orphaned.length > 0)
    await db.update(activationCodes).set({ noticeToId: null }).where(inValues(activationCodes.id, orphaned));
}

export async function linkCodes(ctx: Ctx, { ids, companyId }: Input<Calls['link']>) {
  await lockCodes(ctx.db, ids);
  const company = await companyFor(ctx.db, companyId);
  return outcomes(ids, await linkUnused(ctx, ids, company));
}

/** Links up to `count` unused codes of a batch. */
export async function linkBatch(ctx: Ctx, { batchId, companyId, count }: Input<Calls['linkBatch']>) {
  const { db, now } = ctx;
  const company = await companyFor(db, companyId);
  const next = await db
    .select({ id: activationCodes.id })
    .from(activationCodes)
    .where(
      and(visible(db, activationCodes), eq(activationCodes.batchId, batchId), isUnused(now), notOf(company)),
    )
    .orderBy(asc(activationCodes.id))
    .limit(count)
    .for('update');
  if (next.length === 0) throw new Refusal('notFound');
  const linked = await linkUnused(
    ctx,
    next.map(({ id }) => id),
    company,
  );
  return { linked: linked.length };
}

/** Revokes unused codes permanently. */
export async function revokeCodes({ db, account, now }: Ctx, { ids }: Input<Calls['revoke']>) {
  await lockCodes(db, ids);
  const at = now().toISOString();
  const stamp = { version: sqlNext, updatedAt: at, updatedBy: account.username };
  const revoked = await db
    .update(activationCodes)
    .set({ ...stamp, state: 'FAILED', failedBy: 'REVOKED' })
    .where(and(inValues(activationCodes.id, ids), eq(activationCodes.state, 'UNUSED')))
    .returning();
  await note(db, revoked, { kind: 'REVOKED', at, by: account.username });
  return outcomes(ids, revoked);
}
