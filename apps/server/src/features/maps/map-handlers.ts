import { mapCalls, type MapRow } from '@sweepline/contract';
import { and, asc, desc, eq, ilike, ne, sql, type SQL } from 'drizzle-orm';
import { answer } from '../../platform/calls.ts';
import { Refusal, wrongField, type Ctx } from '../../platform/ctx.ts';
import type { Tx } from '../../platform/db.ts';
import { storeFile } from '../../platform/files.ts';
import { newId } from '../../platform/ids.ts';
import { contains, counted, find, pageOf, visible, windowOf } from '../../platform/page.ts';
import { briefly, waiting } from '../../platform/waiting.ts';
import { findCompany } from '../companies/company-service.ts';
import { deviceLives } from '../devices/device-live-table.ts';
import { checkSite } from '../devices/device-service.ts';
import { tasks } from '../tasks/task-table.ts';
import type { FinishedMap } from './map-import-worker.ts';
import { readMapAside } from './map-reader.ts';
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

type NewMap = FinishedMap & {
  companyId: string;
  name: string;
  siteId?: string | undefined;
  floor?: string | undefined;
};

/** The picture, the floor where it is new, and the map itself. */
async function storeMap({ now, account, services }: Ctx, db: Tx, map: NewMap) {
  const { companyId, name, siteId, floor, raster, areas, zones, png } = map;
  const picture = await storeFile(db, services.files, now, {
    ...{ companyId, kind: 'MAP_GRID', name: `${name}.png`, mediaType: 'image/png' },
    content: png,
  });
  const at = now().toISOString();
  const id = newId();
  await db.insert(maps).values({
    ...{ id, companyId, name, siteId: siteId ?? null, origin: 'IMPORTED', ...raster },
    ...{ freeM2: areas.freeM2, gridFileId: picture.id, elements: { zones, walls: [], points: [] } },
    floorId: siteId && floor ? await floorNamed(db, companyId, siteId, floor) : null,
    ...{ createdAt: at, updatedAt: at, updatedBy: account.username },
  });
  return await readMap(db, id);
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

    preview: waiting(async ({ account }, _input, uploads) => {
      const { raster, png, areas, zones } = await readMapAside(uploads);
      return { ground: { file: previews.put(account.id, png), ...raster }, ...areas, zones };
    }),

    import: waiting(async (ctx, { name, siteId, floor, ...input }, uploads) => {
      if (floor && !siteId) throw wrongField('siteId', 'a floor belongs to a site');
      const companyId = input.companyId ?? ctx.account.companyId;
      await briefly(ctx, async (db) => {
        await findCompany(db, companyId);
        await checkSite(db, companyId, siteId);
      });
      const read = await readMapAside(uploads);
      return await briefly(ctx, (db) => storeMap(ctx, db, { companyId, name, siteId, floor, ...read }));
    }),

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
