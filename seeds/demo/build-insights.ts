import { subscriptionCalls } from '@sweepline/contract';
import { alarmCodes, type AlarmCode } from '@sweepline/contract/robot';
import { eq } from 'drizzle-orm';
import { between, pick, randomFrom, seedFor } from '../../apps/robot-sim/src/random.ts';
import { alarms } from '../../apps/server/src/entities/alarms/alarm-table.ts';
import { nextDue } from '../../apps/server/src/features/figures/report-subscriptions/subscription-rules.ts';
import {
  reportSubscriptions,
  subscriptionReaders,
} from '../../apps/server/src/features/figures/report-subscriptions/subscription-table.ts';
import { zoneTargets } from '../../apps/server/src/features/work/zone-board/zone-board-table.ts';
import { accountByName } from '../../apps/server/src/entities/people/account-service.ts';
import { accounts } from '../../apps/server/src/entities/people/account-table.ts';
import type { Tx } from '../../apps/server/src/platform/db/db.ts';
import { newId } from '../../apps/server/src/platform/runtime/ids.ts';
import { inputOf } from '../contract-values.ts';
import type { BuiltTask } from './build-fleet.ts';
import { round, type PastRun } from './history.ts';

const dayMs = 86_400_000;
const minuteMs = 60_000;
/** Days with assists. */
const historyDays = 90;
/** One run of this many has an assist. */
const oneIn = 12;

const causes = [
  '10110',
  '20110',
  '10103',
  '10110',
  '40101',
  '20104',
  '10104',
] as const satisfies readonly AlarmCode[];

/** Creates zone targets, assists and report subscriptions, so that their pages are not empty. */
export async function buildInsights(
  db: Tx,
  now: () => Date,
  tasks: readonly BuiltTask[],
  runs: readonly PastRun[],
): Promise<void> {
  await buildTargets(db, now, targetTasks(tasks, runs));
  await buildAssists(db, now, runs);
  await buildSubscriptions(db, now);
  // Only the runs of the last month have a path for computing coverage.
  await db.raw(
    'delete from zone_work w using task_reports r where r.id = w.id and r.trajectory_file_id is null',
  );
}

/** The tasks of the latest runs, which have a path, and a few without one. */
function targetTasks(tasks: readonly BuiltTask[], runs: readonly PastRun[]): BuiltTask[] {
  const latest = new Map(runs.map(({ task }) => [task.deviceId, task]));
  const others = tasks.filter((task) => latest.get(task.deviceId) !== task);
  return [...latest.values(), ...others.filter((_, index) => index % 5 === 0)];
}

/** Creates targets; some are shorter than the actual interval, so that some zones are overdue. */
async function buildTargets(db: Tx, now: () => Date, tasks: readonly BuiltTask[]) {
  const zones = new Map(tasks.map((task) => [`${task.world.mapId} ${task.zone.id}`, task]));
  const rows = [...zones.values()].map(({ companyId, world, zone }, index) => ({
    companyId,
    mapId: world.mapId,
    zoneId: zone.id,
    source: 'INTERVAL' as const,
    everyHours: [24, 48, 12, 24][index % 4]!,
    leastCoverage: 0.8,
    updatedAt: now().toISOString(),
    updatedBy: 'system',
  }));
  await db.insert(zoneTargets).values(rows);
}

/** Creates assist alarms, most of them at a few places, as on real floors. */
async function buildAssists(db: Tx, now: () => Date, runs: readonly PastRun[]) {
  const since = now().getTime() - historyDays * dayMs;
  const rows = runs
    .filter(({ startedAt, cleaningSeconds }) => startedAt.getTime() > since && cleaningSeconds > 600)
    .flatMap((run, index) => {
      const random = randomFrom(seedFor(`${run.task.robot.sn} rescue ${index}`, 1));
      return random() * oneIn < 1 ? [assistIn(run, random)] : [];
    });
  if (rows.length > 0) await db.insert(alarms).values(rows);
  for (const { id, runId } of rows)
    await db.raw('update task_reports set alarm_ids = alarm_ids || $2::text::jsonb where id = $1', [
      runId,
      JSON.stringify([id]),
    ]);
}

function assistIn(run: PastRun, random: () => number): typeof alarms.$inferInsert & { id: string } {
  const { zone, world } = run.task;
  const id = newId();
  const [first, second] = [zone.points[0]!, zone.points[2] ?? zone.points[1]!];
  // Two of three assists happen in one corner of the zone for one reason, the others anywhere.
  const isHotSpot = random() < 0.67;
  const share = isHotSpot ? 0.22 : between(random, 0.1, 0.9);
  const code = isHotSpot ? causes[run.task.key.length % 3]! : pick(random, causes)!;
  const jitter = () => between(random, -0.5, 0.5);
  const x = round(first.x + (second.x - first.x) * share + jitter(), 2);
  const y = round(first.y + (second.y - first.y) * share + jitter(), 2);
  const raised =
    run.startedAt.getTime() + between(random, 0.2, 0.7) * (run.endedAt.getTime() - run.startedAt.getTime());
  const cleared = Math.min(raised + between(random, 1, 9) * minuteMs, run.endedAt.getTime() - minuteMs);
  const { level, type, text } = alarmCodes[code];
  return {
    id,
    companyId: run.task.companyId,
    deviceId: run.task.deviceId,
    source: 'ROBOT',
    identity: id,
    code,
    level,
    type,
    text,
    runId: run.id,
    refs: { runId: run.id, mapId: world.mapId, x, y },
    raisedAt: new Date(raised).toISOString(),
    arrivedAt: new Date(raised).toISOString(),
    clearedAt: new Date(cleared).toISOString(),
  };
}

const demoSubscriptions = [
  {
    username: 'mall.admin',
    name: '每日清洁报告',
    every: 'DAY',
    lang: 'zh-cn',
    zone: 'Asia/Shanghai',
  },
  {
    username: 'tower.admin',
    name: 'Wochenbericht Reinigung',
    every: 'WEEK',
    lang: 'ge',
    zone: 'Europe/Berlin',
  },
] as const;

/** Creates report subscriptions; without a mail server their deliveries stay WAITING. */
async function buildSubscriptions(db: Tx, now: () => Date) {
  for (const { username, name, every, lang, zone: timezone } of demoSubscriptions) {
    const match = await accountByName(db, username);
    if (!match) continue;
    const {
      accountIds: _accounts,
      addresses: _addresses,
      ...choices
    } = inputOf(subscriptionCalls.create, {
      name,
      every,
      clock: '07:00',
      timezone,
      lang,
      accountIds: [match.account.id],
    });
    const at = now().toISOString();
    const id = newId();
    const { companyId } = match.account;
    const email = `${username}@example.com`;
    await db.update(accounts).set({ email }).where(eq(accounts.id, match.account.id));
    await db.insert(reportSubscriptions).values({
      id,
      companyId,
      accountId: match.account.id,
      ...choices,
      enabled: true,
      nextAt: nextDue(choices, now().getTime()),
      createdAt: at,
      updatedAt: at,
      updatedBy: username,
    });
    await db
      .insert(subscriptionReaders)
      .values({ companyId, subscriptionId: id, accountId: match.account.id, address: '' });
  }
}
