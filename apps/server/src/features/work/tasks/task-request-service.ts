import { toolOf } from '@sweepline/contract/robot';
import { eq } from 'drizzle-orm';
import type { Tx } from '../../../platform/db/db.ts';
import { deviceLives } from '../../../entities/devices/device-live-table.ts';
import { areaOf, stationOf, zoneSourceOf } from '../../../entities/work/run-request.ts';
import type { TaskWork } from './task-rules.ts';
import { checkStoredTask, checkTaskInput } from './task-service.ts';
import type { tasks } from '../../../entities/work/task-table.ts';
import type { RunArea, RunPlan } from '../../../entities/work/run-table.ts';
import type { StartRun } from '../../../robots-port/run-requests.ts';

type Work = TaskWork &
  Pick<RunPlan, 'finish'> & {
    deviceId: string;
    mapId: string;
    repetitions: number;
    strategy: string;
    pattern: string;
  };

/** Default name of a run: its zones. */
const nameOf = (zones: readonly { name: string }[]) =>
  zones
    .map(({ name }) => name)
    .join(', ')
    .slice(0, 60);

interface RequestInput {
  /** Null for the default name. */
  name: string | null;
  taskId?: string;
  taskVersion?: number;
  work: Work;
  by: string;
  /** Unfinished areas of an earlier run, in place of the zones of the map. */
  areas?: RunArea[];
  /** The robot need not confirm the zones of the map. */
  withoutZones?: boolean;
}

/** The request of a run, with the current zones of the map. */
export async function requestOf(db: Tx, input: RequestInput): Promise<StartRun> {
  const { name, taskId, taskVersion, work, by } = input;
  const check = taskId === undefined ? checkTaskInput : checkStoredTask;
  const { device, map, zones } = await check(db, work);
  const [live] = await db.select().from(deviceLives).where(eq(deviceLives.id, device.id));
  const near = live?.x != null && live.y != null ? { x: live.x, y: live.y } : null;
  const { cleaningMode, strength, repetitions, strategy, pattern, finish } = work;
  const station = stationOf(map.elements, finish, near);
  const areas = input.areas ?? zones.map((zone) => ({ ...areaOf(zone), ...work.zoneWishes[zone.id] }));
  return {
    kind: 'CLEANING',
    name: name ?? nameOf(zones),
    by,
    deviceId: device.id,
    map: zoneSourceOf(map, input.withoutZones),
    ...(taskId && { taskId }),
    plan: {
      cleaningMode,
      strength,
      repetitions,
      strategy,
      pattern,
      finish,
      areas,
      ...(taskVersion !== undefined && { taskVersion }),
      ...toolOf(device),
      ...(station && { station }),
    },
  };
}

/** The request of a run of a stored task. */
export const requestOfTask = (
  db: Tx,
  task: typeof tasks.$inferSelect,
  by: string,
  withoutZones = false,
): Promise<StartRun> =>
  requestOf(db, {
    name: task.name,
    taskId: task.id,
    taskVersion: task.version,
    work: task,
    by,
    withoutZones,
  });
