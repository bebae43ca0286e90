import { errors, type deviceOutcome } from '@sweepline/contract';
import type { z } from 'zod';
import { Refusal, type Ctx } from '../../platform/calls/ctx.ts';
import { newId } from '../../platform/runtime/ids.ts';
import { visible, inValues } from '../../platform/db/page.ts';
import { and } from 'drizzle-orm';
import { devices } from '../devices/device-table.ts';
import { renewRobotPlans } from './robot-plan-service.ts';
import { checkWish } from './task-service.ts';
import { tasks } from './task-table.ts';

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

/** What a task does, without whose it is. */
export const workOf = (given: Work): Work => {
  const { mapId, zoneIds, cleaningMode, strength, repetitions, strategy, pattern, finish, zoneWishes } =
    given;
  return { mapId, zoneIds, cleaningMode, strength, repetitions, strategy, pattern, finish, zoneWishes };
};

/** In the caller's words: what stands at the field where one is to blame, else what the refusal says. */
const told = ({ reason, details }: Refusal, lang: Ctx['caller']['lang']) =>
  Object.values(details.fields ?? {})[0] ?? errors[reason].texts[lang];

/** The same task for other devices: each that can do it gets one of its own, and each that cannot says why. */
export async function copyTask(
  ctx: Ctx,
  work: Work,
  name: string,
  deviceIds: readonly string[],
): Promise<Outcome[]> {
  const { db, account, now, caller, services } = ctx;
  const found = await db
    .select()
    .from(devices)
    .where(and(visible(db, devices), inValues(devices.id, deviceIds)));
  if (found.length < new Set(deviceIds).size) throw new Refusal('notFound');
  const at = now().toISOString();
  const outcomes: Outcome[] = [];
  for (const device of found) {
    const outcome = { deviceId: device.id, deviceName: device.nickname || device.sn };
    const wish = { ...workOf(work), deviceId: device.id };
    try {
      const { plannedM2 } = await checkWish(db, wish);
      const id = newId();
      const stamp = { createdAt: at, updatedAt: at, updatedBy: account.username };
      await db
        .insert(tasks)
        .values({ ...wish, id, name, companyId: device.companyId, plannedM2, state: 'IDLE', ...stamp });
      outcomes.push({ ...outcome, taskId: id, reason: null });
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      outcomes.push({ ...outcome, taskId: null, reason: told(error, caller.lang) });
    }
  }
  const made = outcomes.filter((it) => it.taskId !== null).map((it) => it.deviceId);
  await renewRobotPlans({ db, now, bus: services.bus }, made, account.username);
  return outcomes;
}
