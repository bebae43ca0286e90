import { setTimeout as delay } from 'node:timers/promises';
import { snapshotFailures, type SnapshotFailure } from '@sweepline/contract';
import type { Camera } from '@sweepline/contract/robot';
import { and, eq, isNull, lt } from 'drizzle-orm';
import { devices } from '../../../../entities/devices/device-table.ts';
import { snapshotRequests } from '../../../../entities/remote/snapshot-rule-table.ts';
import { videoSessions, videoSnapshots } from '../../../../entities/remote/video-table.ts';
import { Refusal } from '../../../../platform/calls/ctx.ts';
import { inScope, type Db } from '../../../../platform/db/db.ts';
import { find } from '../../../../platform/db/page.ts';
import type { FileStore } from '../../../../platform/files/files.ts';
import type { Job } from '../../../../platform/jobs/jobs.ts';
import type { Clock } from '../../../../platform/runtime/clock.ts';
import { newId } from '../../../../platform/runtime/ids.ts';
import type { Bus } from '../../../../platform/socket/bus.ts';
import { RobotRefusal } from '../../../../robots-port/robot-refusal.ts';
import type { Robots } from '../../../../robots-port/robots.ts';
import { addToOrder, attachTo } from '../attach-service.ts';
import { storeSnapshot, takePicture, type SnapshotSource } from '../snapshot-service.ts';
import { camerasOf } from '../video-standing.ts';
import { brokenOffMs, selectDueAlarms, selectDueOrders, type DueAlarm } from './due-snapshots.ts';

/** Robots that are watched at the same time. */
const atOnce = 16;
/** A robot has fifteen seconds to start its stream. */
const pictureWithinMs = 18_000;
const endLooks = 10;
const endLookMs = 200;

export interface RuleSnapshotDeps {
  db: Db;
  bus: Bus;
  files: FileStore;
  now: Clock;
  robots: Pick<Robots, 'videos'>;
}

/** False if another run has it, or it has ended. */
function begin({ db, now }: RuleSnapshotDeps, { id: alarmId, companyId }: DueAlarm): Promise<boolean> {
  const askedAt = now().toISOString();
  const { takenAt, failure, askedAt: before } = snapshotRequests;
  const isBrokenOff = lt(before, new Date(now().getTime() - brokenOffMs).toISOString());
  return inScope(db, '*', async (tx) => {
    const begun = await tx
      .insert(snapshotRequests)
      .values({ alarmId, companyId, askedAt })
      .onConflictDoUpdate({
        target: snapshotRequests.alarmId,
        set: { askedAt },
        setWhere: and(isNull(takenAt), isNull(failure), isBrokenOff),
      })
      .returning({ id: snapshotRequests.id });
    return begun.length > 0;
  });
}

const isFailure = (code: string): code is SnapshotFailure =>
  (snapshotFailures as readonly string[]).includes(code);

type Device = SnapshotSource['device'];

/** Watches the first camera that is free: at most two send at the same time. */
async function watch(
  { robots }: RuleSnapshotDeps,
  { companyName, deviceId, ruleById }: DueAlarm,
  cameras: readonly Camera[],
) {
  const viewer = { accountId: ruleById, name: companyName, company: '' };
  for (const camera of cameras) {
    const view = { deviceId, camera, viewer, login: newId(), byRight: 'RULE', reason: '' } as const;
    try {
      return { ...view, ...(await robots.videos.open(view)) };
    } catch (error) {
      if (!(error instanceof RobotRefusal)) throw error;
      if (error.code !== 'CAMERAS_BUSY') return error.code;
    }
  }
  return 'CAMERAS_BUSY';
}

/** Why a stream sent no picture. Its end is stored a moment after it. */
async function failureOf({ db }: RuleSnapshotDeps, sessionId: string): Promise<SnapshotFailure> {
  const isIt = eq(videoSessions.id, sessionId);
  for (let looks = 0; looks < endLooks; looks += 1) {
    const read = { readOnly: true } as const;
    const [row] = await inScope(db, '*', (tx) => tx.select().from(videoSessions).where(isIt), read);
    if (row?.endedAt) return row.reason ?? 'NO_PICTURE';
    await delay(endLookMs);
  }
  return 'NO_PICTURE';
}

/** Stores the picture and attaches it to the alarm, and to the report of its run. */
async function take(
  deps: RuleSnapshotDeps,
  alarm: DueAlarm,
  device: Device,
  cameras: readonly Camera[],
): Promise<SnapshotFailure | undefined> {
  const view = await watch(deps, alarm, cameras);
  if (typeof view === 'string') return isFailure(view) ? view : 'REFUSED';
  const { sessionId, camera, deviceId, viewId, login } = view;
  const { id: alarmId, companyId, companyName: viewer, ruleById: accountId, runId } = alarm;
  const source = { sessionId, device, companyId, camera, accountId, viewer, company: '' };
  const taken = await takePicture(deps.bus, source, pictureWithinMs);
  // The view may have ended with its stream.
  await deps.robots.videos.close({ deviceId, viewId, login }).catch(() => {});
  if (!taken) return await failureOf(deps, sessionId);
  await inScope(deps.db, '*', async (tx) => {
    const snapshot = await storeSnapshot(tx, deps, source, taken);
    const attached = { at: deps.now().toISOString(), by: { id: accountId, name: '' } };
    await attachTo(tx, snapshot, { to: { alarmId }, ...attached });
    if (runId) await attachTo(tx, snapshot, { to: { runId }, ...attached });
    const change = { takenAt: taken.takenAt, snapshotId: snapshot.id };
    await tx.update(snapshotRequests).set(change).where(eq(snapshotRequests.alarmId, alarmId));
  });
  return undefined;
}

async function takeOf(deps: RuleSnapshotDeps, alarm: DueAlarm): Promise<void> {
  const { device, cameras, isAllowed, hasConsent } = await inScope(
    deps.db,
    '*',
    async (all) => {
      const [row] = await all.select().from(devices).where(eq(devices.id, alarm.deviceId));
      return { device: row!, ...(await camerasOf(all, row!, deps.now())) };
    },
    { readOnly: true },
  );
  // A robot without cameras is asked for nothing, and its alarms show nothing.
  if (cameras.length === 0 || !(await begin(deps, alarm))) return;
  const failure = isAllowed && hasConsent ? await take(deps, alarm, device, cameras) : 'VIDEO_OFF';
  if (!failure) return;
  const { alarmId } = snapshotRequests;
  await inScope(deps.db, '*', (tx) =>
    tx.update(snapshotRequests).set({ failure }).where(eq(alarmId, alarm.id)),
  );
}

/** Adds the snapshots of alarms to the orders that were made of them since. An order that was resolved meanwhile takes none. */
async function addToOrders({ db, bus, now }: RuleSnapshotDeps): Promise<void> {
  const due = await inScope(db, '*', (tx) => selectDueOrders(tx, now()), { readOnly: true });
  for (const { orderId, snapshotId } of due)
    await inScope(db, '*', async (tx) => {
      const snapshot = await find(tx, videoSnapshots, snapshotId);
      await addToOrder({ db: tx, bus, now, by: null }, snapshot, orderId);
    }).catch((error: unknown) => {
      if (!(error instanceof Refusal)) throw error;
    });
}

/** Takes a snapshot of each new alarm whose company asks for it, and adds the snapshots to the orders of the alarms. */
export async function takeRuleSnapshots(deps: RuleSnapshotDeps): Promise<void> {
  const waiting = await inScope(deps.db, '*', (tx) => selectDueAlarms(tx, deps.now()), { readOnly: true });
  const failed: unknown[] = [];
  const work = async () => {
    for (let alarm = waiting.shift(); alarm; alarm = waiting.shift())
      await takeOf(deps, alarm).catch((error: unknown) => failed.push(error));
  };
  await Promise.all(Array.from({ length: atOnce }, work));
  await addToOrders(deps);
  if (failed.length > 0) throw failed[0];
}

export const ruleSnapshotJob = (deps: RuleSnapshotDeps): Job => ({
  name: 'snapshots.take',
  everySeconds: 5,
  run: () => takeRuleSnapshots(deps),
});
