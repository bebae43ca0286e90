import { and, desc, eq, gte } from 'drizzle-orm';
import type { Tx } from '../../platform/db/db.ts';
import { commands } from '../devices/command-table.ts';
import { settingChanges } from './device-settings-table.ts';
import type { Actor } from './section-service.ts';

/** So long after its last word on the command a robot may tell what its settings are now. */
const afterwardsMs = 60_000;
const underWay = new Set<string>(['SENT', 'ACCEPTED', 'RUNNING']);
const atRobot: Actor = { origin: 'DEVICE', by: '' };

/**
 * Whose change it is that a robot tells: its own screen's, or that of the person who had it go back to its settings as delivered.
 * The first word after such a command is the answer to it; the robot does not say so.
 */
export async function actorOfPush(db: Tx, deviceId: string, now: Date): Promise<Actor> {
  const [given] = await db
    .select()
    .from(commands)
    .where(and(eq(commands.deviceId, deviceId), eq(commands.type, 'settings.restoreDefaults')))
    .orderBy(desc(commands.createdAt))
    .limit(1);
  if (!given) return atRobot;
  const justDone =
    given.status === 'SUCCEEDED' && now.getTime() - Date.parse(given.endedAt ?? '') <= afterwardsMs;
  if (!underWay.has(given.status) && !justDone) return atRobot;
  const [answered] = await db
    .select({ id: settingChanges.id })
    .from(settingChanges)
    .where(
      and(
        eq(settingChanges.deviceId, deviceId),
        eq(settingChanges.origin, 'DEFAULTS'),
        gte(settingChanges.at, given.createdAt),
      ),
    )
    .limit(1);
  return answered ? atRobot : { origin: 'DEFAULTS', by: given.by };
}
