import { otaPlan, type OtaTaskAct, type OtaTaskState } from '@sweepline/contract';
import type { z } from 'zod';
import { and, asc, eq } from 'drizzle-orm';
import { devices } from '../../../apps/server/src/entities/devices/device-table.ts';
import {
  otaPackages,
  type OtaPackageRow,
} from '../../../apps/server/src/entities/updates/ota-package-table.ts';
import { deviceVersions } from '../../../apps/server/src/entities/updates/device-version-table.ts';
import {
  otaRecords,
  otaStages,
  otaTaskEvents,
  otaTasks,
} from '../../../apps/server/src/entities/updates/ota-task-table.ts';
import { accountByName } from '../../../apps/server/src/entities/people/account-service.ts';
import type { Tx } from '../../../apps/server/src/platform/db/db.ts';
import { newId } from '../../../apps/server/src/platform/runtime/ids.ts';

const hourMs = 3_600_000;
const dayMs = 24 * hourMs;

interface RolloutCase {
  name: string;
  model: 'J20' | 'J30';
  version: string;
  /** What its robots ran before: the simulated robots run what the records say. */
  before: string;
  startedDaysAgo: number;
  deadlineDays: number;
  plan: Partial<z.input<typeof otaPlan>>;
  end: 'ALL_UPDATED' | 'CANARY_FAILED' | 'NOTHING_SENT';
}

/** One rollout that is done, one that its canary stopped, and one that goes on at night. */
const rolloutCases: readonly RolloutCase[] = [
  {
    name: 'J30 升级至 3.4.1',
    model: 'J30',
    version: '3.4.1',
    before: '3.3.2',
    startedDaysAgo: 90,
    deadlineDays: 30,
    plan: {},
    end: 'ALL_UPDATED',
  },
  {
    name: 'J20 升级至 2.9.0',
    model: 'J20',
    version: '2.9.0',
    before: '2.8.3',
    startedDaysAgo: 4,
    deadlineDays: 30,
    plan: {},
    end: 'CANARY_FAILED',
  },
  {
    name: 'J30 屏幕 2.0.9 夜间升级',
    model: 'J30',
    version: '2.0.9',
    before: '2.0.7',
    startedDaysAgo: 0,
    deadlineDays: 21,
    plan: { window: { from: '02:00', to: '04:00' } },
    end: 'NOTHING_SENT',
  },
];

interface Rollout {
  it: RolloutCase;
  goal: OtaPackageRow;
  robots: { id: string; companyId: string }[];
  companyId: string;
  starterId: string;
  approverId: string;
  nowMs: number;
}

const iso = (ms: number) => new Date(ms).toISOString();
const startMs = ({ it, nowMs }: Rollout) => nowMs - it.startedDaysAgo * dayMs - 6 * hourMs;
/** The canary is updated within a night, the others in the night after it. */
const endMs = (rollout: Rollout, n: number) =>
  startMs(rollout) + (n === 0 ? 0 : dayMs) + 4 * hourMs + n * 600_000;

const stateOf: Record<RolloutCase['end'], OtaTaskState> = {
  ALL_UPDATED: 'DONE',
  CANARY_FAILED: 'STOPPED',
  NOTHING_SENT: 'RUNNING',
};

/** The record of a robot; the first one is the canary. */
function recordOf(rollout: Rollout, taskId: string, n: number) {
  const { it, goal, robots } = rollout;
  const robot = robots[n]!;
  const isEnded = it.end === 'ALL_UPDATED' || (it.end === 'CANARY_FAILED' && n === 0);
  const isFailed = isEnded && it.end === 'CANARY_FAILED';
  const at = isEnded ? iso(endMs(rollout, n)) : iso(startMs(rollout));
  return {
    id: newId(),
    companyId: robot.companyId,
    taskId,
    taskName: it.name,
    deviceId: robot.id,
    pkgType: goal.pkgType,
    stage: n === 0 ? 0 : 1,
    rank: n,
    step: isEnded ? ('ENDED' as const) : ('READY' as const),
    state: isFailed ? ('FAILED' as const) : isEnded ? ('SUCCESSFUL' as const) : ('INITIALIZING' as const),
    phase: isFailed ? 'FAILED' : isEnded ? 'FINISHED' : '',
    since: at,
    fromVersion: it.before,
    toVersion: goal.version,
    way: [goal.version],
    wayPackageIds: [goal.id],
    attempt: isEnded ? 1 : 0,
    code: isFailed ? 'ROLLED_BACK' : '',
    startedAt: isEnded ? iso(endMs(rollout, n) - hourMs) : null,
    endedAt: isEnded ? at : null,
  };
}

/** The versions that a robot reported: the one before, and the new one once it was installed. */
async function buildVersions(db: Tx, rollout: Rollout): Promise<void> {
  const { it, goal, robots, nowMs } = rollout;
  for (const [n, { id: deviceId, companyId }] of robots.entries()) {
    const part = { companyId, deviceId, part: goal.pkgType.toLowerCase() };
    const first = { ...part, before: null, after: it.before, at: iso(nowMs - 300 * dayMs) };
    await db.insert(deviceVersions).values(first);
    if (it.end !== 'ALL_UPDATED') continue;
    await db
      .insert(deviceVersions)
      .values({ ...part, before: it.before, after: goal.version, at: iso(endMs(rollout, n)) });
  }
}

async function buildTask(db: Tx, rollout: Rollout): Promise<void> {
  const { it, goal, robots, companyId, starterId, approverId, nowMs } = rollout;
  const [id, startedAt] = [newId(), iso(startMs(rollout))];
  const deadline = iso(startMs(rollout) + it.deadlineDays * dayMs);
  const stages = [{ deviceIds: [robots[0]!.id], soakMinutes: 12 * 60 }, { upToPct: 100 }];
  const common = { name: it.name, packageId: goal.id, deadline, lateJoiners: false, canaryWorsePct: null };
  const plan = otaPlan.parse({ ...common, stages, ...it.plan });
  const state = stateOf[it.end];
  const lastAt = it.end === 'ALL_UPDATED' ? iso(endMs(rollout, robots.length - 1)) : null;
  await db.insert(otaTasks).values({
    id,
    companyId,
    name: it.name,
    kind: 'UPDATE',
    state,
    reason: state === 'STOPPED' ? 'TOO_MANY_FAILED' : null,
    packageId: goal.id,
    pkgType: goal.pkgType,
    packageName: goal.name,
    version: goal.version,
    plan,
    force: false,
    deadline,
    stage: it.end === 'ALL_UPDATED' ? 1 : 0,
    createdAt: iso(startMs(rollout) - hourMs),
    createdById: starterId,
    by: 'ops.chen',
    submittedById: starterId,
    approvedById: approverId,
    approvedAt: startedAt,
    startedAt,
    endedAt: lastAt,
    nextTickAt: state === 'RUNNING' ? iso(nowMs) : state === 'STOPPED' ? deadline : null,
    updatedAt: lastAt ?? startedAt,
  });
  const records = robots.map((_, n) => recordOf(rollout, id, n));
  await db.insert(otaRecords).values(records);
  await buildStages(db, rollout, id, records);
  await buildEvents(db, rollout, { id, state, lastAt });
}

async function buildStages(
  db: Tx,
  rollout: Rollout,
  taskId: string,
  records: readonly ReturnType<typeof recordOf>[],
): Promise<void> {
  const { it, robots, companyId } = rollout;
  for (const stage of [0, 1]) {
    const of = (wanted: string) =>
      records.filter((row) => row.stage === stage && row.state === wanted).length;
    const hasBegun = stage === 0 || it.end === 'ALL_UPDATED';
    const completedAt =
      it.end === 'ALL_UPDATED' ? iso(endMs(rollout, stage === 0 ? 0 : robots.length - 1)) : null;
    const counters = { initializing: of('INITIALIZING'), successful: of('SUCCESSFUL'), failed: of('FAILED') };
    const begun = {
      startedAt: hasBegun ? iso(startMs(rollout) + stage * dayMs) : null,
      completedAt,
      nextAt: completedAt,
    };
    await db.insert(otaStages).values({ taskId, companyId, stage, ...counters, ...begun });
  }
}

async function buildEvents(
  db: Tx,
  rollout: Rollout,
  { id: taskId, state, lastAt }: { id: string; state: OtaTaskState; lastAt: string | null },
): Promise<void> {
  const { companyId, starterId, approverId } = rollout;
  const say = (at: string, accountId: string | null, act: OtaTaskAct, next: OtaTaskState, reason = '') =>
    db.insert(otaTaskEvents).values({ taskId, companyId, at, accountId, act, state: next, reason });
  await say(iso(startMs(rollout) - hourMs), starterId, 'SUBMIT', 'WAITING_APPROVAL');
  await say(iso(startMs(rollout)), approverId, 'APPROVE', 'RUNNING');
  if (state === 'STOPPED') await say(iso(endMs(rollout, 0)), null, 'STOP', 'STOPPED', 'TOO_MANY_FAILED');
  if (state === 'DONE') await say(lastAt ?? iso(endMs(rollout, 0)), null, 'FINISH', 'DONE');
}

/** Creates rollouts of the packages of the demo world. */
export async function buildRollouts(db: Tx, now: () => Date, companyId: string): Promise<void> {
  const [starter, approver] = [await accountByName(db, 'ops.chen'), await accountByName(db, 'admin')];
  if (!starter || !approver) throw new Error('the demo world has no accounts for rollouts');
  for (const it of rolloutCases) {
    const [goal] = await db
      .select()
      .from(otaPackages)
      .where(and(eq(otaPackages.companyId, companyId), eq(otaPackages.version, it.version)));
    const robots = await db
      .select({ id: devices.id, companyId: devices.companyId })
      .from(devices)
      .where(and(eq(devices.model, it.model), eq(devices.binding, 'ACTIVATED')))
      .orderBy(asc(devices.sn));
    if (!goal || robots.length === 0)
      throw new Error(`the demo world has nothing to update to ${it.version}`);
    const people = { starterId: starter.account.id, approverId: approver.account.id };
    const rollout = { it, goal, robots, companyId, ...people, nowMs: now().getTime() };
    await buildVersions(db, rollout);
    await buildTask(db, rollout);
  }
}
