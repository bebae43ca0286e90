import type { XMap } from '@sweepline/contract/robot';
import { and, eq, sql } from 'drizzle-orm';
import { maps } from '../../entities/places/map-table.ts';
import type { Tx } from '../../platform/db/db.ts';
import type { MapKeeper } from '../maps/map-keeper-service.ts';
import type { Session } from '../sessions/session.ts';
import { isUuid } from './uplink-refs.ts';
import { foreignId, type IdRefusal } from './uplink-refusals.ts';

/**
 * Handles a robot's message about a map (docs/protocol/maps.md#from-the-robot-to-the-server). A new or edited map is only
 * announced here. It becomes a version when its bundle arrives (`storeRobotBundle`), so that no version lacks its grid.
 */
export async function noteMap(
  tx: Tx,
  keeper: Pick<MapKeeper, 'deletedThere'>,
  session: Session,
  { event, mapId, name }: XMap,
  at: string,
): Promise<IdRefusal[]> {
  if (!isUuid(mapId)) return [];
  const newName = name?.trim().slice(0, 60);
  if (event === 'DELETED') await keeper.deletedThere(tx, session, mapId);
  if (event === 'RENAMED' && newName)
    await tx
      .update(maps)
      .set({
        name: newName,
        revision: sql`${maps.revision} + 1`,
        updatedAt: at,
        updatedBy: session.device.sn,
      })
      .where(and(eq(maps.id, mapId), eq(maps.companyId, session.device.companyId)));
  return await refusedMap(tx, session, mapId);
}

/** A map belongs to its company, whichever robot reports it. An unknown map is about to be uploaded. */
async function refusedMap(tx: Tx, { device }: Session, mapId: string): Promise<IdRefusal[]> {
  const [map] = await tx.select({ companyId: maps.companyId }).from(maps).where(eq(maps.id, mapId));
  return map && map.companyId !== device.companyId ? [foreignId('mapId', mapId)] : [];
}
