import { and, desc, eq, gte } from 'drizzle-orm';
import type { Tx } from '../../../platform/db/db.ts';
import { commands } from '../../../entities/devices/command-table.ts';
import { settingChanges } from '../../../entities/devices/device-settings-table.ts';
import type { Actor } from './section-service.ts';

/** After a completed command, a push within this time counts as its result. */
const resultMs = 60_000;
const openStates = new Set<string>(['SENT', 'ACCEPTED', 'RUNNING']);
const atRobot: Actor = { origin: 'DEVICE', by: '' };

/**
 * The author of a pushed change: the robot's own screen, or the account that restored the defaults. The first push
 * after that command is its result, because the robot does not mark it.
 */
export async function authorOfPush(db: Tx, deviceId: string, now: Date): Promise<Actor> {
  const [command] = await db
    .select()
    .from(commands)
    .where(and(eq(commands.deviceId, deviceId), eq(commands.type, 'settings.restoreDefaults')))
    .orderBy(desc(commands.createdAt))
    .limit(1);
  if (!command) return atRobot;
  const recentlyDone =
    command.status === 'SUCCEEDED' && now.getTime() - Date.parse(command.endedAt ?? '') <= resultMs;
  if (!openStates.has(command.status) && !recentlyDone) return atRobot;
  const [recorded] = await db
    .select({ id: settingChanges.id })
    .from(settingChanges)
    .where(
      and(
        eq(settingChanges.deviceId, deviceId),
        eq(settingChanges.origin, 'DEFAULTS'),
        gte(settingChanges.at, command.createdAt),
      ),
    )
    .limit(1);
  return recorded ? atRobot : { origin: 'DEFAULTS', by: command.by };
}
