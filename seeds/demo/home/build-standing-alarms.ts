import { alarmCodes, type AlarmCode } from '@sweepline/contract/robot';
import { eq } from 'drizzle-orm';
import { alarms } from '../../../apps/server/src/entities/alarms/alarm-table.ts';
import { devices } from '../../../apps/server/src/entities/devices/device-table.ts';
import type { Tx } from '../../../apps/server/src/platform/db/db.ts';
import { newId } from '../../../apps/server/src/platform/runtime/ids.ts';
import { round, type PastRun } from '../history.ts';
import type { PlaceKey } from '../places.ts';

type Alarm = typeof alarms.$inferInsert & { id: string };

const minuteMs = 60_000;
const longEnoughMs = 6 * minuteMs;
/** An alarm that reached the last step of its policy is older than this. */
const oldEnoughMs = 100 * minuteMs;

export interface StandingAlarms {
  /** Localisation lost, with what it brought about. It is not acknowledged. */
  escalated: Alarm;
  /** A jammed brush at the airport. */
  serious: Alarm;
}

/** The newest run that was long enough of a robot that only the console starts: it stands still, as after such an alarm. */
function lastRunAt(runs: readonly PastRun[], place: PlaceKey, now: Date): PastRun {
  const found = runs.findLast(
    ({ task: { robot }, startedAt, endedAt }) =>
      robot.place === place &&
      robot.dock === 1 &&
      endedAt.getTime() - startedAt.getTime() > longEnoughMs &&
      now.getTime() - startedAt.getTime() > oldEnoughMs,
  );
  if (!found) throw new Error(`${place} has no run for a standing alarm`);
  return found;
}

/** An alarm that stands since a run. It was told when it arrived. */
function standingIn({ id: runId, task, startedAt }: PastRun, code: AlarmCode, seconds: number): Alarm {
  const { level, type, text } = alarmCodes[code];
  const [first, second] = [task.zone.points[0]!, task.zone.points[2] ?? task.zone.points[1]!];
  const middle = (a: number, b: number) => round((a + b) / 2, 2);
  const place = { mapId: task.world.mapId, x: middle(first.x, second.x), y: middle(first.y, second.y) };
  const id = newId();
  const raisedAt = new Date(startedAt.getTime() + 4 * minuteMs + seconds * 1_000).toISOString();
  return {
    id,
    companyId: task.companyId,
    deviceId: task.deviceId,
    runId,
    source: 'ROBOT',
    identity: id,
    code,
    level,
    type,
    text,
    refs: { runId, ...place },
    raisedAt,
    arrivedAt: raisedAt,
    toldAt: raisedAt,
    plannedAt: raisedAt,
  };
}

/** Creates the severe alarms that stand: what monitoring shows. */
export async function buildStandingAlarms(
  db: Tx,
  now: () => Date,
  runs: readonly PastRun[],
): Promise<StandingAlarms> {
  const [hospital, airport] = [lastRunAt(runs, 'hospital', now()), lastRunAt(runs, 'airport', now())];
  const escalated = standingIn(hospital, '40101', 0);
  const followers = [standingIn(hospital, '40201', 11), standingIn(hospital, '40210', 38)].map((alarm) => ({
    ...alarm,
    causeId: escalated.id,
    toldAt: null,
  }));
  const serious = standingIn(airport, '20110', 0);
  const rows: Alarm[] = [escalated, ...followers, serious];
  for (const row of rows) {
    const [device] = await db
      .select({ siteId: devices.siteId })
      .from(devices)
      .where(eq(devices.id, row.deviceId));
    await db.insert(alarms).values({ ...row, siteId: device?.siteId ?? null });
    await db.raw('update task_reports set alarm_ids = alarm_ids || $2::text::jsonb where id = $1', [
      row.runId,
      JSON.stringify([row.id]),
    ]);
  }
  return { escalated, serious };
}
