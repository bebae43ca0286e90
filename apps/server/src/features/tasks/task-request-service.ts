import { eq } from 'drizzle-orm';
import type { Tx } from '../../platform/db/db.ts';
import type { StartRun } from '../../robots/runs/run-service.ts';
import { deviceLives } from '../devices/device-live-table.ts';
import { areaOf, stationOf, toolWidthOf, zoneSourceOf } from './run-request-service.ts';
import type { Wish } from './task-rules.ts';
import { checkSameMap, checkWish } from './task-service.ts';
import type { tasks } from './task-table.ts';
import type { RunArea, RunPlan } from './run-table.ts';

type Work = Wish &
  Pick<RunPlan, 'finish'> & {
    deviceId: string;
    mapId: string;
    repetitions: number;
    strategy: string;
    pattern: string;
  };

/** What a run is called that nobody named: where it cleans. */
const nameOf = (zones: readonly { name: string }[]) =>
  zones
    .map(({ name }) => name)
    .join(', ')
    .slice(0, 60);

interface Asked {
  /** Null when nobody named it. */
  name: string | null;
  taskId?: string;
  taskVersion?: number;
  work: Work;
  by: string;
  /** Instead of the zones of the map: what an earlier run left of them. */
  areas?: RunArea[];
}

/** What the robot's side is asked for, with the zones as they are at this moment. */
export async function requestOf(db: Tx, asked: Asked): Promise<StartRun> {
  const { name, taskId, taskVersion, work, by } = asked;
  const { device, map, zones } = await checkWish(db, work);
  await checkSameMap(db, device.id, map.id);
  const [live] = await db.select().from(deviceLives).where(eq(deviceLives.id, device.id));
  const near = live?.x != null && live.y != null ? { x: live.x, y: live.y } : null;
  const { cleaningMode, strength, repetitions, strategy, pattern, finish } = work;
  const station = stationOf(map.elements, finish, near);
  const areas = asked.areas ?? zones.map((zone) => ({ ...areaOf(zone), ...work.zoneWishes[zone.id] }));
  return {
    kind: 'CLEANING',
    name: name ?? nameOf(zones),
    by,
    deviceId: device.id,
    map: zoneSourceOf(map),
    ...(taskId && { taskId }),
    plan: {
      ...{ cleaningMode, strength, repetitions, strategy, pattern, finish, areas },
      ...(taskVersion !== undefined && { taskVersion }),
      toolWidthM: toolWidthOf(device.model),
      ...(station && { station }),
    },
  };
}

/** The same for a stored task. */
export const requestOfTask = (db: Tx, task: typeof tasks.$inferSelect, by: string): Promise<StartRun> =>
  requestOf(db, { name: task.name, taskId: task.id, taskVersion: task.version, work: task, by });
