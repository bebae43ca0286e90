import { scheduleCalls } from '@sweepline/contract';
import { eq } from 'drizzle-orm';
import { accountByName } from '../../../apps/server/src/entities/people/account-service.ts';
import { deviceRequests } from '../../../apps/server/src/entities/devices/device-request-table.ts';
import { devices } from '../../../apps/server/src/entities/devices/device-table.ts';
import { schedules, scheduleStarts } from '../../../apps/server/src/entities/work/schedule-table.ts';
import { runIdOf } from '../../../apps/server/src/features/work/calendar/start-rules.ts';
import {
  invitations,
  letters,
} from '../../../apps/server/src/features/people/invitations/invitation-table.ts';
import type { Tx } from '../../../apps/server/src/platform/db/db.ts';
import { newId } from '../../../apps/server/src/platform/runtime/ids.ts';
import { inputOf } from '../../contract-values.ts';
import type { BuiltTask } from '../build-fleet.ts';
import type { CompanyKey } from '../people.ts';

const dayMs = 86_400_000;
const hourMs = 3_600_000;
/** Hours since the missed starts of the two largest tasks of robots without a local operator, and why they were missed. */
const missed = [
  { hours: 3, reason: 'BUSY' },
  { hours: 2, reason: 'MAP_DIFFERS' },
] as const;

/** Creates what waits for a person: missed starts, an ending use, a robot that asks to join, and a mail that cannot go out. */
export async function buildNeeds(
  db: Tx,
  now: () => Date,
  tasks: readonly BuiltTask[],
  companyIds: Record<CompanyKey, string>,
): Promise<void> {
  const iso = (ms: number) => new Date(now().getTime() + ms).toISOString();
  // Only the console starts these robots, so that nothing catches up by itself.
  const consoleOnly = tasks.filter(({ robot }) => robot.dock === 1).toSorted((a, b) => b.areaM2 - a.areaM2);
  const byRobot = new Map(consoleOnly.toReversed().map((task) => [task.deviceId, task]));
  const largest = [...byRobot.values()].toSorted((a, b) => b.areaM2 - a.areaM2);
  for (const [index, { hours, reason }] of missed.entries()) {
    const task = largest[index];
    if (task) await missStart(db, task, iso(-hours * hourMs), reason);
  }
  const leased = largest.at(-1);
  if (leased)
    await db
      .update(devices)
      .set({ usageType: 'LEASE', usableUntil: iso(25 * dayMs) })
      .where(eq(devices.id, leased.deviceId));
  await db.insert(deviceRequests).values({
    sn: 'J40B0777',
    manufacturer: 'JBOT',
    interfaceName: 'vda5050',
    protocol: 'v3',
    firstSeenAt: iso(-5 * hourMs),
    lastSeenAt: iso(-60_000),
    count: 42,
  });
  await inviteWithoutMail(db, companyIds.mall, iso);
}

/** A plan for one time, which the robot missed. */
async function missStart(db: Tx, task: BuiltTask, dueAt: string, reason: string) {
  const { id: taskId, companyId, deviceId } = task;
  const scheduleId = newId();
  const ofTask = { companyId, taskId, deviceId, minutes: 60 };
  await db.insert(schedules).values({
    ...ofTask,
    ...inputOf(scheduleCalls.create, {
      taskId,
      kind: 'ONCE',
      startDate: dueAt.slice(0, 10),
      time: dueAt.slice(11, 16),
      timezone: 'UTC',
      missed: 'SKIP',
      startLatestMin: 0,
    }),
    id: scheduleId,
    lookedUntil: dueAt,
    createdAt: dueAt,
    updatedAt: dueAt,
    updatedBy: 'system',
  });
  await db.insert(scheduleStarts).values({
    ...ofTask,
    scheduleId,
    planDate: dueAt.slice(0, 10),
    moved: false,
    dueAt,
    latestAt: dueAt,
    runId: runIdOf(scheduleId, Date.parse(dueAt)),
    state: 'MISSED',
    reason,
  });
}

/** The demo has no mail server, so the letter of an invitation waits. */
async function inviteWithoutMail(db: Tx, companyId: string, iso: (ms: number) => string) {
  const inviter = await accountByName(db, 'mall.admin');
  const id = newId();
  const createdAt = iso(-2 * hourMs);
  await db.insert(invitations).values({
    id,
    companyId,
    email: 'night.shift@mall.example',
    roleId: inviter?.account.roleId ?? null,
    roleType: 3,
    invitedById: inviter?.account.id ?? null,
    invitedBy: 'mall.admin',
    createdAt,
    expiresAt: iso(7 * dayMs - 2 * hourMs),
  });
  await db
    .insert(letters)
    .values({ companyId, invitationId: id, to: 'night.shift@mall.example', lang: 'zh-cn', createdAt });
}
