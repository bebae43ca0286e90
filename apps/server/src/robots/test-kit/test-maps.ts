import type { MapElements } from '@sweepline/contract';
import { noElements } from '@sweepline/contract';
import { createGrid, FREE, type Grid } from '@sweepline/map-core';
import { and, eq } from 'drizzle-orm';
import { greyPng } from '@sweepline/map-core/test-kit/png';
import { deviceMaps } from '../../entities/places/device-map-table.ts';
import { maps } from '../../entities/places/map-table.ts';
import { addVersion, storeFirstVersion } from '../../features/places/maps/drafts/map-version-service.ts';
import type { Bus } from '../../platform/socket/bus.ts';
import { inScope, type Db } from '../../platform/db/db.ts';
import { storeFile, type FileStore } from '../../platform/files/files.ts';
import { newId } from '../../platform/runtime/ids.ts';

const room = () => createGrid({ width: 40, height: 40, resolution: 0.05, originX: 0, originY: 0 }, FREE);

/** Maps of a test: created, published and read on a robot. */
export function testMaps(db: Db, files: FileStore, bus: Bus) {
  const now = () => new Date();
  return {
    /** A stored map of this company. */
    aMap: (companyId: string, id = newId(), grid: Grid = room(), elements: MapElements = noElements) =>
      inScope(db, '*', async (tx) => {
        const { width, height, resolution, originX, originY, cells } = grid;
        const content = greyPng(width, height, cells);
        const file = { companyId, kind: 'MAP_GRID', name: 'grid.png', mediaType: 'image/png', content };
        const { id: gridFileId } = await storeFile(tx, files, now, file);
        const at = now().toISOString();
        const size = { width, height, resolution, originX, originY, freeM2: 4 };
        const stamp = { createdAt: at, updatedAt: at, updatedBy: 'test' };
        const row = {
          id,
          companyId,
          name: 'Hall',
          origin: 'IMPORTED',
          gridFileId,
          elements,
          ...size,
          ...stamp,
        };
        const [map] = await tx
          .insert(maps)
          .values({ ...row, origin: 'IMPORTED' })
          .returning();
        await storeFirstVersion(tx, map!);
        return map!;
      }),
    /** Publishes a new version of a map. */
    publish: (mapId: string, elements: MapElements) =>
      inScope(db, '*', async (tx) => {
        const [map] = await tx.select().from(maps).where(eq(maps.id, mapId)).for('update');
        return await addVersion(tx, { bus }, map!, {
          elements,
          origin: 'CLOUD',
          at: now().toISOString(),
          by: 'test',
        });
      }),
    onDevice: async (deviceId: string, mapId: string) => {
      const [row] = await inScope(db, '*', (tx) =>
        tx
          .select()
          .from(deviceMaps)
          .where(and(eq(deviceMaps.deviceId, deviceId), eq(deviceMaps.mapId, mapId))),
      );
      return row;
    },
  };
}
