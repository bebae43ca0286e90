import { agreementCalls, type Input } from '@sweepline/contract';
import { and, count, eq, ilike, inArray, max, sql, type SQL } from 'drizzle-orm';
import { agreementRecords, agreements, type AgreementRow } from '../../../entities/people/agreement-table.ts';
import { answer } from '../../../platform/calls/calls.ts';
import { Refusal, type Ctx } from '../../../platform/calls/ctx.ts';
import { orderBy } from '../../../platform/db/order-by.ts';
import { contains, counted, find, visible } from '../../../platform/db/page.ts';
import { paginate } from '../../../platform/db/paginate.ts';
import { newId } from '../../../platform/runtime/ids.ts';
import { rightsChanged } from '../../people/auth/session-service.ts';
import { effectOf } from './agreement-effect.ts';
import { agreementRows, findToChange, readAgreement, requireWriter, shown } from './agreement-read.ts';
import { exportRecords, listRecords } from './agreement-record-list.ts';
import { checkComplete, cleanTexts, stateAfter } from './agreement-rules.ts';

type Calls = typeof agreementCalls;

const sortable = {
  updatedAt: agreements.updatedAt,
  validFrom: agreements.validFrom,
  number: agreements.number,
};

/** Stores a change as the next revision, and answers the agreement. */
async function change(ctx: Ctx, row: AgreementRow, changes: Partial<AgreementRow>) {
  const stamp = { updatedAt: ctx.now().toISOString(), revision: row.revision + 1 };
  await ctx.db
    .update(agreements)
    .set({ ...changes, ...stamp })
    .where(eq(agreements.id, row.id));
  return await readAgreement(ctx, row.id);
}

/** Sessions of all servers are read again: with another text in force some of them may go on, and others have to agree first. */
const renewSessions = ({ db, services }: Ctx) =>
  db.afterCommit(() => services.bus.publish(rightsChanged, {}));

function listCondition({ db }: Ctx, { keyword, kind, state }: Input<Calls['list']>): SQL | undefined {
  return and(
    visible(db, agreements),
    keyword ? ilike(sql`${agreements.texts}::text`, contains(keyword)) : undefined,
    kind ? eq(agreements.kind, kind) : undefined,
    state && state.length > 0 ? inArray(agreements.state, state) : undefined,
  );
}

async function add(ctx: Ctx, { texts, ...input }: Input<Calls['add']>) {
  requireWriter(ctx);
  const { db, now, account } = ctx;
  const id = newId();
  const at = now().toISOString();
  const stamp = { createdAt: at, createdById: account.id, updatedAt: at };
  const draft = { ...input, texts: cleanTexts(texts), state: 'DRAFT' as const };
  await db.insert(agreements).values({ id, companyId: account.companyId, ...draft, ...stamp });
  return await readAgreement(ctx, id);
}

async function update(ctx: Ctx, { id, revision, texts, ...input }: Input<Calls['update']>) {
  const row = await findToChange(ctx, { id, revision });
  const state = stateAfter(row, 'UPDATE');
  return await change(ctx, row, { ...input, texts: cleanTexts(texts), state });
}

/** The number that follows the versions of the same kind and region. */
async function nextNumber({ db }: Ctx, { companyId, kind, region }: AgreementRow): Promise<number> {
  // Publications run one after the other: of two drafts one is the next version, and the other the one after it.
  await db.execute(sql`select pg_advisory_xact_lock(hashtext('agreements'))`);
  const [newest] = await db
    .select({ number: max(agreements.number) })
    .from(agreements)
    .where(
      and(eq(agreements.companyId, companyId), eq(agreements.kind, kind), eq(agreements.region, region)),
    );
  return (newest?.number ?? 0) + 1;
}

async function publish(ctx: Ctx, { id, revision }: Input<Calls['publish']>) {
  const row = await findToChange(ctx, { id, revision });
  const state = stateAfter(row, 'PUBLISH');
  renewSessions(ctx);
  // It is the same version again: a number, and the time from which it holds, are part of the proof.
  if (row.number !== null) return await change(ctx, row, { state });
  checkComplete(row.texts);
  const at = ctx.now().toISOString();
  const validFrom = row.validFrom !== null && row.validFrom > at ? row.validFrom : at;
  const publication = { number: await nextNumber(ctx, row), publishedAt: at, publishedById: ctx.account.id };
  return await change(ctx, row, { state, validFrom, ...publication });
}

async function remove(ctx: Ctx, { id }: Input<Calls['remove']>) {
  const row = await findToChange(ctx, { id });
  stateAfter(row, 'DELETE');
  const [records] = await ctx.db
    .select({ times: count() })
    .from(agreementRecords)
    .where(eq(agreementRecords.agreementId, id));
  const { times } = records ?? { times: 0 };
  if (times > 0) throw new Refusal('agreementAccepted', { words: { times: String(times) } });
  await ctx.db.delete(agreements).where(eq(agreements.id, id));
  return {};
}

export const agreementAnswers = answer(agreementCalls, {
  list: async (ctx, input) => {
    const where = listCondition(ctx, input);
    const rows = agreementRows(ctx.db)
      .where(where)
      .orderBy(...orderBy(sortable, input.sort, agreements.id));
    const { list, total } = await paginate(input, rows, counted(ctx.db, agreements, where));
    return { total, list: await shown(ctx, list) };
  },

  detail: (ctx, { id }) => readAgreement(ctx, id),

  effect: async ({ db }, { id }) => await effectOf(db, await find(db, agreements, id)),

  add,
  update,
  publish,

  unlist: async (ctx, { id }) => {
    const row = await findToChange(ctx, { id });
    const state = stateAfter(row, 'UNLIST');
    renewSessions(ctx);
    return await change(ctx, row, { state });
  },

  remove,
  records: listRecords,
  export: async (ctx, input) => exportRecords(ctx, input),
});
