import type { ShellSession } from '@sweepline/contract';
import { and, desc, eq, gt, inArray, or } from 'drizzle-orm';
import { devices } from '../../../entities/devices/device-table.ts';
import { openShellStates, shellSessions, type ShellRow } from '../../../entities/remote/shell-table.ts';
import { approvalFaultOf, approverOf } from '../../../entities/people/approval-service.ts';
import { companies } from '../../../entities/people/company-table.ts';
import type { Ctx } from '../../../platform/calls/ctx.ts';
import { visible } from '../../../platform/db/page.ts';
import { approvableSide, rightsOn, stateAt } from './shell-rules.ts';

type Reader = Pick<Ctx, 'db' | 'account' | 'now'>;

const personOf = ({ accountId, name, company }: ShellSession['requester']) => ({ accountId, name, company });

/** Why the caller is no second person for the shells whose approval is due from its company. */
async function approvalFaults(reader: Reader, rows: readonly ShellRow[]) {
  const nowMs = reader.now().getTime();
  const isDue = (row: ShellRow) => approvableSide(row, reader.account, nowMs) !== undefined;
  const approver = rows.some(isDue) ? await approverOf(reader) : undefined;
  return (row: ShellRow) => (approver && isDue(row) ? approvalFaultOf(approver, [row.accountId]) : undefined);
}

/** Shells as the caller sees them. The robot is null when it went to another company. */
export async function sessionsSeenBy(reader: Reader, rows: readonly ShellRow[]): Promise<ShellSession[]> {
  const { db, account, now } = reader;
  const faultOf = await approvalFaults(reader, rows);
  const ids = [...new Set(rows.map(({ deviceId }) => deviceId))];
  const robots = await db
    .select({ id: devices.id, nickname: devices.nickname, sn: devices.sn })
    .from(devices)
    .where(and(inArray(devices.id, ids), visible(db, devices)));
  const owners = await db
    .select({ id: companies.id, name: companies.name })
    .from(companies)
    .where(inArray(companies.id, [...new Set(rows.map(({ companyId }) => companyId))]));
  return rows.map((row) => ({
    id: row.id,
    device: robots.find(({ id }) => id === row.deviceId) ?? null,
    deviceCompany: owners.find(({ id }) => id === row.companyId)?.name ?? '',
    requester: { accountId: row.accountId, name: row.requester, company: row.requesterCompany },
    reason: row.reason,
    minutes: row.minutes,
    state: stateAt(row, now().getTime()),
    endReason: row.endReason,
    endedBy: row.endedBy,
    refusal: row.refusal,
    requestedAt: row.requestedAt,
    approvals: row.approvals.map(({ side, by, at }) => ({ side, by: by && personOf(by), at })),
    brokeGlass: row.brokeGlass,
    openedAt: row.openedAt,
    endsAt: row.endsAt,
    endedAt: row.endedAt,
    observers: row.observers.map((it) => ({ ...personOf(it), joinedAt: it.joinedAt })),
    outputLength: row.outputLength,
    may: rightsOn(row, account, now().getTime(), faultOf(row)),
    approvalFault: faultOf(row) ?? null,
  }));
}

export const sessionSeenBy = async (reader: Reader, row: ShellRow): Promise<ShellSession> =>
  (await sessionsSeenBy(reader, [row]))[0]!;

const dayMs = 24 * 3_600_000;
const pending = ['REQUESTED', 'APPROVED'] as const;

/** The shell of a device that matters to the caller: the open one, a request that waits, or the newest one of the last day. */
export async function standingRow(
  { db, account, now }: Reader,
  deviceId: string,
): Promise<ShellRow | undefined> {
  const since = new Date(now().getTime() - dayMs).toISOString();
  const rows = await db
    .select()
    .from(shellSessions)
    .where(
      and(
        eq(shellSessions.deviceId, deviceId),
        visible(db, shellSessions),
        or(gt(shellSessions.requestedAt, since), inArray(shellSessions.state, [...openShellStates])),
      ),
    )
    .orderBy(desc(shellSessions.requestedAt), desc(shellSessions.id))
    .limit(50);
  const nowMs = now().getTime();
  const waiting = rows.filter((row) => pending.some((state) => state === stateAt(row, nowMs)));
  return (
    rows.find(({ state }) => openShellStates.some((open) => open === state)) ??
    waiting.find(({ accountId }) => accountId === account.id) ??
    waiting.find((row) => rightsOn(row, account, nowMs).approve) ??
    waiting[0] ??
    rows[0]
  );
}
