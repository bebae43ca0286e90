import type { XMap } from '@sweepline/contract/robot';
import { and, eq, sql } from 'drizzle-orm';
import { maps } from '../features/maps/map-table.ts';
import type { Tx } from '../platform/db.ts';
import type { MapKeeper } from './map-keeper-service.ts';
import type { Session } from './session.ts';

const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/**
 * What a robot says of a map (2.12). A new or edited one is only announced here: it becomes a version when its bundle has come
 * (`takeBundle`), so that there is never a version without its grid.
 */
export async function noteMap(
  tx: Tx,
  keeper: Pick<MapKeeper, 'deletedThere'>,
  session: Session,
  { event, mapId, name }: XMap,
  at: string,
): Promise<void> {
  if (!uuid.test(mapId)) return;
  if (event === 'DELETED') return await keeper.deletedThere(tx, session, mapId);
  const called = name?.trim().slice(0, 60);
  if (event !== 'RENAMED' || !called) return;
  await tx
    .update(maps)
    .set({ name: called, revision: sql`${maps.revision} + 1`, updatedAt: at, updatedBy: session.device.sn })
    .where(and(eq(maps.id, mapId), eq(maps.companyId, session.device.companyId)));
}
