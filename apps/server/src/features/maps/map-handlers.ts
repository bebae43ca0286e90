import { mapCalls, type MapRow } from '@sweepline/contract';
import { and, asc, desc, eq, ilike, ne, sql, type SQL } from 'drizzle-orm';
import { answer } from '../../platform/calls.ts';
import { Refusal, wrongField } from '../../platform/ctx.ts';
import { storeFile } from '../../platform/files.ts';
import { newId } from '../../platform/ids.ts';
import { contains, counted, find, pageOf, visible, windowOf } from '../../platform/page.ts';
import { findCompany } from '../companies/company-service.ts';
import { deviceLives } from '../devices/device-live-table.ts';
import { checkSite } from '../devices/device-service.ts';
import { tasks } from '../tasks/task-table.ts';
import { gridPng, readRosMap } from './map-import.ts';
import type { Previews } from './map-preview-service.ts';
import { storableZone, withChangedZone, withoutZone, withZone } from './map-rules.ts';
import { changeMap, floorNamed, mapChanged, mapRows, readMap, usableBy } from './map-service.ts';
import { maps } from './map-table.ts';

const sortable = { name: maps.name, updatedAt: maps.updatedAt, createdAt: maps.createdAt };

function orderOf(sort: string | undefined): SQL[] {
  const down = !sort || sort.startsWith('-');
  const column = sortable[(sort?.replace('-', '') ?? 'updatedAt') as keyof typeof sortable];
  return down ? [desc(column), desc(maps.id)] : [asc(column), asc(maps.id)];
}

export const mapAnswers = ({ previews }: { previews: Previews }) =>
  answer(mapCalls, {
    list: ({ db }, input) => {
      const { limit, offset } = windowOf(input);
      const where = and(
        visible(db, maps),
        input.keyword ? ilike(maps.name, contains(input.keyword)) : undefined,
        input.companyId ? eq(maps.companyId, input.companyId) : undefined,
        input.siteId ? eq(maps.siteId, input.siteId) : undefined,
        input.deviceId ? usableBy(input.deviceId) : undefined,
      );
      const rows = mapRows(db)
        .where(where)
        .orderBy(...orderOf(input.sort))
        .limit(limit)
        .offset(offset);
      // A left join's columns are all there or all null, which the query builder's type does not say.
      return pageOf(rows as PromiseLike<MapRow[]>, counted(db, maps, where));
    },

    detail: ({ db }, { id }) => readMap(db, id),

    preview: async ({ account }, _input, uploads) => {
      const { grid, areas, zones } = readRosMap(uploads);
      const { width, height, resolution, originX, originY } = grid;
      const file = previews.put(account.id, gridPng(grid));
      return { ground: { file, width, height, resolution, originX, originY }, ...areas, zones };
    },

    import: async ({ db, account, now, services }, { name, siteId, floor, ...input }, uploads) => {
      const { id: companyId } = await findCompany(db, input.companyId ?? account.companyId);
      await checkSite(db, companyId, siteId);
      if (floor && !siteId) throw wrongField('siteId', 'a floor belongs to a site');
      const { grid, areas, zones } = readRosMap(uploads);
      const { width, height, resolution, originX, originY } = grid;
      const picture = await storeFile(db, services.files, now, {
        companyId,
        kind: 'MAP_GRID',
        name: `${name}.png`,
        mediaType: 'image/png',
        content: gridPng(grid),
      });
      const at = now().toISOString();
      const map = {
        ...{ id: newId(), companyId, name, siteId: siteId ?? null, origin: 'IMPORTED' as const },
        ...{ width, height, resolution, originX, originY, freeM2: areas.freeM2, gridFileId: picture.id },
        floorId: siteId && floor ? await floorNamed(db, companyId, siteId, floor) : null,
        elements: { zones, walls: [], points: [] },
        ...{ createdAt: at, updatedAt: at, updatedBy: account.username },
      };
      await db.insert(maps).values(map);
      return await readMap(db, map.id);
    },

    rename: (ctx, { id, version, name }) => changeMap(ctx, id, version, () => ({ name })),

    addZone: (ctx, { id, version, zoneId, ...drawn }) =>
      changeMap(ctx, id, version, (map) => ({
        elements: withZone(map.elements, storableZone({ id: zoneId ?? newId(), ...drawn }, map)),
      })),

    updateZone: (ctx, { id, version, zoneId, ...drawn }) =>
      changeMap(ctx, id, version, (map) => ({
        elements: withChangedZone(map.elements, storableZone({ id: zoneId, ...drawn }, map)),
      })),

    removeZone: (ctx, { id, version, zoneId }) =>
      changeMap(ctx, id, version, ({ elements }) => ({ elements: withoutZone(elements, zoneId) })),

    remove: async ({ db, services }, { id }) => {
      await find(db, maps, id, { lock: true });
      const [standing] = await db
        .select({ id: deviceLives.id })
        .from(deviceLives)
        .where(and(eq(deviceLives.mapId, id), ne(deviceLives.state, 'OFFLINE')))
        .limit(1);
      const [used] = await db
        .select({ id: tasks.id })
        .from(tasks)
        .where(and(eq(tasks.mapId, id), ne(tasks.state, 'DELETED')))
        .limit(1);
      if (standing || used) throw new Refusal('mapInUse');
      // Deleted tasks only remember it; reports keep their own copy of what they need.
      await db.execute(sql`delete from tasks where map_id = ${id}`);
      await db.delete(maps).where(eq(maps.id, id));
      db.afterCommit(() => services.bus.publish(mapChanged, { mapId: id }));
      return {};
    },
  });
