import { noticeKinds } from '@sweepline/contract';
import { alarmCodes, type AlarmCode } from '@sweepline/contract/robot';
import { accounts } from '../../apps/server/src/entities/people/account-table.ts';
import { alarms } from '../../apps/server/src/entities/alarms/alarm-table.ts';
import {
  announcementReads,
  announcements,
} from '../../apps/server/src/features/people/announcements/announcement-table.ts';
import { noticeMarks, notices } from '../../apps/server/src/entities/people/notice-table.ts';
import type { Tx } from '../../apps/server/src/platform/db/db.ts';
import { newId } from '../../apps/server/src/platform/runtime/ids.ts';
import type { PastRun } from './history.ts';
import { releaseNotes } from './release-notes.ts';

const dayMs = 86_400_000;
const minuteMs = 60_000;
/** Days with notices, and days with unread notices. */
const historyDays = 90;
const unreadDays = 7;
const socLow = 20;

/** The alarms that a robot raises in such a run. */
function alarmsOf({ result, code, socEnd, waterL, task }: PastRun): AlarmCode[] {
  const { cleanTankL } = task.model;
  return [
    ...(result === 'FAILED' ? (['40101'] as const) : []),
    ...(code === 'OPERATOR_MOVED' ? (['40202'] as const) : []),
    ...(code === 'HMI_STOP' ? (['10104'] as const) : []),
    ...(socEnd < socLow ? (['30101'] as const) : []),
    ...(waterL !== null && waterL > cleanTankL * 0.85 ? (['20103'] as const) : []),
  ];
}

/** Creates alarms and notices of the recent runs, and the release notes. */
export async function buildNotices(
  db: Tx,
  now: () => Date,
  runs: readonly PastRun[],
  providerId: string,
): Promise<void> {
  const since = now().getTime() - historyDays * dayMs;
  const recent = runs.filter(({ startedAt }) => startedAt.getTime() > since);
  const raised = recent.flatMap((run) => alarmsOf(run).map((code) => alarmRow(run, code, now())));
  if (raised.length > 0) await db.insert(alarms).values(raised);
  const failed = recent.filter(({ result }) => result === 'FAILED').map(noticeRow);
  if (failed.length > 0) await db.insert(notices).values(failed);
  await markRead(db, new Date(now().getTime() - unreadDays * dayMs));
  const notes = await db
    .insert(announcements)
    .values(
      releaseNotes.map(({ daysAgo, texts }, index) => {
        const publishedAt = new Date(now().getTime() - daysAgo * dayMs).toISOString();
        return {
          id: newId(),
          companyId: providerId,
          langDescriptions: texts,
          version: index + 1,
          publishedAt,
          createdAt: publishedAt,
          updatedAt: publishedAt,
          updatedBy: 'admin',
        };
      }),
    )
    .returning({ id: announcements.id, publishedAt: announcements.publishedAt });
  await markNotesRead(
    db,
    now(),
    notes.toSorted((a, b) => String(a.publishedAt).localeCompare(String(b.publishedAt))).at(-1)!.id,
  );
}

function alarmRow(run: PastRun, code: AlarmCode, now: Date): typeof alarms.$inferInsert {
  const { level, type, text } = alarmCodes[code];
  const id = newId();
  const raisedAt = Math.max(run.startedAt.getTime(), run.endedAt.getTime() - 2 * minuteMs);
  return {
    id,
    companyId: run.task.companyId,
    deviceId: run.task.deviceId,
    runId: run.id,
    source: 'ROBOT',
    identity: id,
    code,
    level,
    type,
    text,
    refs: { runId: run.id },
    raisedAt: new Date(raisedAt).toISOString(),
    arrivedAt: new Date(raisedAt + 1_000).toISOString(),
    clearedAt: new Date(Math.min(now.getTime(), raisedAt + 25 * minuteMs)).toISOString(),
  };
}

const noticeRow = ({ id, task, endedAt }: PastRun): typeof notices.$inferInsert => ({
  id: newId(),
  companyId: task.companyId,
  kind: 'device',
  deviceId: task.deviceId,
  aboutKind: 'run',
  aboutId: id,
  occasion: `run/${id}`,
  createdAt: endedAt.toISOString(),
  template: 'runFailed',
  params: { name: task.robot.name, run: task.name },
});

/** Marks all notices before `until` as read for every account. */
async function markRead(db: Tx, until: Date): Promise<void> {
  const people = await db.select({ accountId: accounts.id, companyId: accounts.companyId }).from(accounts);
  const upTo = until.toISOString();
  await db
    .insert(noticeMarks)
    .values(people.flatMap((person) => noticeKinds.map((kind) => ({ ...person, kind, upTo }))));
}

/** Everyone has read the newest release note, so that no dialog greets at the first sign-in. */
async function markNotesRead(db: Tx, now: Date, announcementId: string): Promise<void> {
  const people = await db.select({ accountId: accounts.id, companyId: accounts.companyId }).from(accounts);
  const at = now.toISOString();
  await db.insert(announcementReads).values(people.map((person) => ({ ...person, announcementId, at })));
}
