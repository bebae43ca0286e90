import { resupplyPhases } from '@sweepline/contract/robot';
import { eq } from 'drizzle-orm';
import type { Tx } from '../../platform/db/db.ts';
import { deviceLives } from './device-live-table.ts';

/** What keeps people from changing things for a device: it is known to stand on another map, or it is resupplying. */
export async function busyFor(
  db: Tx,
  deviceId: string,
  mapId: string,
): Promise<'MAP_DIFFERS' | 'RESUPPLYING' | null> {
  const { state, mode, live } = deviceLives;
  const [said] = await db
    .select({ mapId: deviceLives.mapId, state, mode, live })
    .from(deviceLives)
    .where(eq(deviceLives.id, deviceId));
  if (!said) return null;
  if (said.mapId && said.mapId !== mapId) return 'MAP_DIFFERS';
  // What one that is away was doing then keeps nobody from anything.
  if (said.state !== 'ONLINE') return null;
  const phase = said.live.run?.value.phase ?? '';
  return said.mode === 'REPLENISH' || resupplyPhases.includes(phase) ? 'RESUPPLYING' : null;
}
