import { resupplyPhases } from '@sweepline/contract/robot';
import { eq } from 'drizzle-orm';
import type { Tx } from '../../../platform/db/db.ts';
import { deviceLives } from '../../../entities/devices/device-live-table.ts';

/** Why a task cannot change for a device: it is on another map, or it is resupplying. */
export async function changeBlocker(
  db: Tx,
  deviceId: string,
  mapId: string,
): Promise<'MAP_DIFFERS' | 'RESUPPLYING' | null> {
  const { state, mode, live } = deviceLives;
  const [lastState] = await db
    .select({ mapId: deviceLives.mapId, state, mode, live })
    .from(deviceLives)
    .where(eq(deviceLives.id, deviceId));
  if (!lastState) return null;
  if (lastState.mapId && lastState.mapId !== mapId) return 'MAP_DIFFERS';
  // The last state of an offline device blocks nothing.
  if (lastState.state !== 'ONLINE') return null;
  const phase = lastState.live.run?.value.phase ?? '';
  return lastState.mode === 'REPLENISH' || resupplyPhases.includes(phase) ? 'RESUPPLYING' : null;
}
