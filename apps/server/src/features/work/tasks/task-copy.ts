import type { deviceOutcome } from '@sweepline/contract';
import type { z } from 'zod';
import { Refusal, type Ctx } from '../../../platform/calls/ctx.ts';
import { firstReasonText } from '../../../platform/calls/refusal-text.ts';
import { newId } from '../../../platform/runtime/ids.ts';
import { visible, inValues } from '../../../platform/db/page.ts';
import { and } from 'drizzle-orm';
import { devices } from '../../../entities/devices/device-table.ts';
import { renewRobotPlans } from './robot-plan-service.ts';
import { checkTaskInput } from './task-service.ts';
import { tasks } from '../../../entities/work/task-table.ts';

type Outcome = z.infer<typeof deviceOutcome>;
type Work = Pick<
  typeof tasks.$inferSelect,
  | 'mapId'
  | 'zoneIds'
  | 'cleaningMode'
  | 'strength'
  | 'repetitions'
  | 'strategy'
  | 'pattern'
  | 'finish'
  | 'zoneWishes'
>;

/** The work of a task, without device, company and name. */
export const workOf = (task: Work): Work => {
  const { mapId, zoneIds, cleaningMode, strength, repetitions, strategy, pattern, finish, zoneWishes } = task;
  return { mapId, zoneIds, cleaningMode, strength, repetitions, strategy, pattern, finish, zoneWishes };
};

/** Creates the same task for other devices. The outcome of each device is the new task or the reason of the refusal. */
export async function copyTask(
  ctx: Ctx,
  work: Work,
  name: string,
  deviceIds: readonly string[],
): Promise<Outcome[]> {
  const { db, account, now, caller, services } = ctx;
  const rows = await db
    .select()
    .from(devices)
    .where(and(visible(db, devices), inValues(devices.id, deviceIds)));
  if (rows.length < new Set(deviceIds).size) throw new Refusal('notFound');
  const at = now().toISOString();
  const outcomes: Outcome[] = [];
  for (const device of rows) {
    const outcome = { deviceId: device.id, deviceName: device.nickname || device.sn };
    const input = { ...workOf(work), deviceId: device.id };
    try {
      const { plannedM2 } = await checkTaskInput(db, input);
      const id = newId();
      const by = account.username;
      const stamp = { createdAt: at, createdBy: by, updatedAt: at, updatedBy: by };
      await db
        .insert(tasks)
        .values({ ...input, id, name, companyId: device.companyId, plannedM2, state: 'IDLE', ...stamp });
      outcomes.push({ ...outcome, taskId: id, reason: null });
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      outcomes.push({ ...outcome, taskId: null, reason: firstReasonText(error, caller.lang) });
    }
  }
  const withTask = outcomes.filter(({ taskId }) => taskId !== null).map(({ deviceId }) => deviceId);
  await renewRobotPlans({ db, now, bus: services.bus }, withTask, account.username);
  return outcomes;
}
