import { type Input, nameOfAccount, shellCalls } from '@sweepline/contract';
import { and, asc, desc, eq, gt, ilike, inArray, lte, or, sql, type SQL } from 'drizzle-orm';
import { devices } from '../../../entities/devices/device-table.ts';
import {
  shellPieces,
  shellPolicies,
  shellSessions,
  type ShellRow,
} from '../../../entities/remote/shell-table.ts';
import { findCompany } from '../../../entities/people/company-service.ts';
import { companies } from '../../../entities/people/company-table.ts';
import { asSystem } from '../../../platform/db/as-system.ts';
import type { Tx } from '../../../platform/db/db.ts';
import { answer } from '../../../platform/calls/calls.ts';
import { Refusal, type Ctx } from '../../../platform/calls/ctx.ts';
import { carryOutAgain } from '../../../platform/calls/recoveries.ts';
import { inShortTransaction, withoutTransaction } from '../../../platform/calls/without-transaction.ts';
import { contains, counted, find, visible } from '../../../platform/db/page.ts';
import { paginate } from '../../../platform/db/paginate.ts';
import type { Vault } from '../../../platform/files/vault.ts';
import { newId } from '../../../platform/runtime/ids.ts';
import { withCallRefusals } from '../../../robots-port/robot-refusal.ts';
import type { Robots } from '../../../robots-port/robots.ts';
import { notifyOwner } from './shell-notices.ts';
import { recordingOf } from './shell-recording.ts';
import { announce, approve, closable, refuse, request, requirePassword } from './shell-request-handlers.ts';
import { sessionSeenBy, sessionsSeenBy } from './shell-rows.ts';
import { openStates, rightsOn, stateAt } from './shell-rules.ts';
import { standingOf } from './shell-standing.ts';

type Calls = typeof shellCalls;
type Shells = { robots: Pick<Robots, 'live' | 'shells'> };

/** A shell as it is now, in a transaction of its own. */
const read = (ctx: Ctx, id: string) =>
  inShortTransaction(
    ctx,
    async (db) => await sessionSeenBy({ ...ctx, db }, await find(db, shellSessions, id)),
  );

/** An approved shell of the caller, after everything that the server can refuse by itself. */
const admitOpening = (ctx: Ctx, id: string) =>
  inShortTransaction(ctx, async (db) => {
    const row = await find(db, shellSessions, id);
    if (row.accountId !== ctx.account.id) throw new Refusal('forbidden');
    // A repeated call: this sign-in has it already.
    if (openStates.includes(row.state) && row.login === ctx.account.sessionId) return undefined;
    if (stateAt(row, ctx.now().getTime()) !== 'APPROVED') throw new Refusal('wrongState');
    const device = await find(db, devices, row.deviceId);
    if (device.companyId !== row.companyId) throw new Refusal('notFound');
    if (device.binding !== 'ACTIVATED') throw new Refusal('deviceFrozen');
    await requirePassword({ ...ctx, db }, device);
    return { row, device };
  });

const open = (robots: Shells['robots']) => async (ctx: Ctx, input: Input<Calls['open']>) => {
  const { id, cols, rows } = input;
  const admitted = await admitOpening(ctx, id);
  if (!admitted) return await read(ctx, id);
  const { row, device } = admitted;
  const login = ctx.account.sessionId;
  await withCallRefusals(robots.shells.open({ deviceId: row.deviceId, sessionId: id, login, cols, rows }));
  if (row.requesterCompanyId !== row.companyId && !row.brokeGlass)
    await inShortTransaction(ctx, (db) => notifyOwner(ctx, db, { row, device, template: 'shellOpened' }));
  return await read(ctx, id);
};

const close =
  (robots: Shells['robots']) =>
  async (ctx: Ctx, { id }: { id: string }) => {
    const { row, isAtRobot } = await inShortTransaction(ctx, (db) => closable({ ...ctx, db }, id));
    if (isAtRobot) {
      const by = row.accountId === ctx.account.id ? '' : nameOfAccount(ctx.account);
      await withCallRefusals(robots.shells.close({ deviceId: row.deviceId, sessionId: id, by }));
    }
    return await read(ctx, id);
  };

async function join(ctx: Ctx, { id }: { id: string }) {
  const { db, account, now } = ctx;
  const row = await find(db, shellSessions, id, { lock: true });
  if (!rightsOn(row, account, now().getTime()).join) throw new Refusal('wrongState');
  const [company] = await asSystem(db, (all) =>
    all.select({ name: companies.name }).from(companies).where(eq(companies.id, account.companyId)),
  );
  const { id: accountId, nickname: name, sessionId: login } = account;
  const observer = { accountId, name, company: company?.name ?? '', joinedAt: now().toISOString(), login };
  const observers = [...row.observers, observer];
  await db.update(shellSessions).set({ observers }).where(eq(shellSessions.id, id));
  announce(ctx, row);
  return await sessionSeenBy(ctx, { ...row, observers });
}

/** Characters of one answer; a page that misses more asks again. */
const maxOutputPerAnswer = 200_000;

/** The requester's sign-in and the observers read the output. */
const isReaderOf = ({ login, observers }: ShellRow, sessionId: string) =>
  login === sessionId || observers.some((observer) => observer.login === sessionId);

const output =
  (robots: Shells['robots']) =>
  async (ctx: Ctx, { id, from }: Input<Calls['output']>) => {
    const row = await inShortTransaction(ctx, (db) => find(db, shellSessions, id));
    if (!isReaderOf(row, ctx.account.sessionId)) throw new Refusal('forbidden');
    // What is only in the memory of the robot's owner is written first.
    if (row.state === 'RUNNING') await robots.shells.flush(row.deviceId, id);
    return await inShortTransaction(ctx, (db) => outputFrom(db, id, from));
  };

async function outputFrom(db: Tx, id: string, from: number) {
  const { fromChar, length, sessionId, kind } = shellPieces;
  const pieces = await db
    .select()
    .from(shellPieces)
    .where(
      and(
        eq(sessionId, id),
        eq(kind, 'OUTPUT'),
        gt(sql`${fromChar} + ${length}`, from),
        lte(fromChar, from + maxOutputPerAnswer),
      ),
    )
    .orderBy(asc(fromChar));
  const text = pieces
    .flatMap(({ content }) => JSON.parse(content) as [number, string][])
    .map(([, piece]) => piece)
    .join('');
  const start = pieces[0]?.fromChar ?? from;
  return { from, text: text.slice(Math.max(0, from - start)).slice(0, maxOutputPerAnswer) };
}

function listFilter(
  db: Tx,
  { keyword, deviceId, state }: Input<Calls['list']>,
  nowIso: string,
): SQL | undefined {
  const isLate = and(
    inArray(shellSessions.state, ['REQUESTED', 'APPROVED']),
    lte(shellSessions.openUntil, nowIso),
  );
  const inTime = state?.filter((it) => it !== 'EXPIRED') ?? [];
  const states = state?.length
    ? or(
        inTime.length > 0 ? and(inArray(shellSessions.state, inTime), sql`not (${isLate})`) : undefined,
        state.includes('EXPIRED') ? isLate : undefined,
      )
    : undefined;
  return and(
    visible(db, shellSessions),
    keyword ? ilike(shellSessions.requester, contains(keyword)) : undefined,
    deviceId ? eq(shellSessions.deviceId, deviceId) : undefined,
    states,
  );
}

async function list(ctx: Ctx, input: Input<Calls['list']>) {
  const { db, now } = ctx;
  const where = listFilter(db, input, now().toISOString());
  const rows = db
    .select()
    .from(shellSessions)
    .where(where)
    .orderBy(desc(shellSessions.requestedAt), desc(shellSessions.id));
  const page = await paginate(input, rows, counted(db, shellSessions, where));
  return { ...page, list: await sessionsSeenBy(ctx, page.list) };
}

async function setPolicy({ db, account, now }: Ctx, { companyId, ownerApproves }: Input<Calls['setPolicy']>) {
  await findCompany(db, companyId);
  // A company above would switch off what the company asks for.
  if (companyId !== account.companyId) throw new Refusal('forbidden');
  const change = { ownerApproves, changedAt: now().toISOString(), changedBy: nameOfAccount(account) };
  await db
    .insert(shellPolicies)
    .values({ id: newId(), companyId, ...change })
    .onConflictDoUpdate({ target: shellPolicies.companyId, set: change });
  return {};
}

export const shellAnswers = ({ robots, vault }: Shells & { vault: Vault }) =>
  answer(shellCalls, {
    standing: (ctx, { deviceId }) => standingOf(ctx, robots, deviceId),
    request: request(robots),
    approve,
    refuse,
    open: withoutTransaction(open(robots), carryOutAgain),
    join,
    close: withoutTransaction(close(robots), carryOutAgain),
    output: withoutTransaction(output(robots)),
    list,
    detail: async (ctx, { id }) => await sessionSeenBy(ctx, await find(ctx.db, shellSessions, id)),
    recording: (ctx, input) => recordingOf(ctx, vault, input),
    policy: async ({ db }, { companyId }) => {
      await findCompany(db, companyId);
      const [row] = await db.select().from(shellPolicies).where(eq(shellPolicies.companyId, companyId));
      return {
        ownerApproves: row?.ownerApproves ?? false,
        changedAt: row?.changedAt ?? null,
        changedBy: row?.changedBy ?? '',
      };
    },
    setPolicy,
  });
