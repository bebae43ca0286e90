import { mapCalls, type MapRow } from '@sweepline/contract';
import { and, eq, ilike } from 'drizzle-orm';
import { answer } from '../../../platform/calls/calls.ts';
import type { Ctx } from '../../../platform/calls/ctx.ts';
import { orderBy } from '../../../platform/db/order-by.ts';
import { checkVersion, contains, counted, find, visible } from '../../../platform/db/page.ts';
import { paginate } from '../../../platform/db/paginate.ts';
import { withoutTransaction, type ChangedRow } from '../../../platform/calls/without-transaction.ts';
import { carryOutAgain, fromInserted } from '../../../platform/calls/recoveries.ts';
import { checkSite } from '../../devices/devices/device-service.ts';
import type { Robots } from '../../../robots-port/robots.ts';
import { exportMap } from './exchange/map-export-service.ts';
import type { Previews } from './exchange/map-preview-service.ts';
import { readMapInThread } from './exchange/map-reader.ts';
import { removeMap } from './map-removal-service.ts';
import {
  updateMap,
  findOrCreateFloor,
  mapRows,
  onDevice,
  readMap,
  usableBy,
  withStatus,
} from './map-service.ts';
import { importBundle, importRos } from './exchange/map-store-service.ts';
import { maps } from '../../../entities/places/map-table.ts';

const sortable = { name: maps.name, updatedAt: maps.updatedAt, createdAt: maps.createdAt };

/** Robots that store the map are told first, so only the deletion of the map itself is the end of the call. */
const deletedMap = async (_ctx: Ctx, { id }: { id: string }, changes: readonly ChangedRow[]) =>
  changes.some((it) => it.operation === 'DELETE' && it.recordId === id) ? {} : undefined;

export const mapAnswers = ({ previews, robots }: { previews: Previews; robots: Robots }) =>
  answer(mapCalls, {
    list: async ({ db }, input) => {
      const where = and(
        visible(db, maps),
        input.keyword ? ilike(maps.name, contains(input.keyword)) : undefined,
        input.companyId ? eq(maps.companyId, input.companyId) : undefined,
        input.siteId ? eq(maps.siteId, input.siteId) : undefined,
        input.floorId ? eq(maps.floorId, input.floorId) : undefined,
        input.mode ? eq(maps.mode, input.mode) : undefined,
        input.status ? withStatus(input.status) : undefined,
        input.deviceId ? usableBy(input.deviceId) : undefined,
        input.onDeviceId ? onDevice(input.onDeviceId) : undefined,
      );
      const rows = mapRows(db)
        .where(where)
        .orderBy(...orderBy(sortable, input.sort ?? '-updatedAt', maps.id));
      const page = await paginate(input, rows, counted(db, maps, where));
      // The columns of a left join are all present or all null. The type of the query builder does not state this.
      return { ...page, list: page.list as MapRow[] };
    },

    detail: ({ db }, { id }) => readMap(db, id),

    preview: withoutTransaction(async ({ account }, { savedUnknown }, uploads) => {
      const { raster, png, areas, ...rest } = await readMapInThread(uploads, savedUnknown);
      return { ground: { file: await previews.put(account.id, png), ...raster }, ...areas, ...rest };
    }),

    import: withoutTransaction(importRos, fromInserted(maps, readMap)),

    importBundle: withoutTransaction(importBundle, fromInserted(maps, readMap)),

    export: withoutTransaction(exportMap, carryOutAgain),

    rename: async (ctx, { id, revision, name, siteId, floor }) => {
      const map = await find(ctx.db, maps, id, { lock: true });
      checkVersion({ ...map, version: map.revision }, revision);
      if (siteId !== undefined && siteId !== null) await checkSite(ctx.db, map.companyId, siteId);
      const site = siteId === undefined ? map.siteId : siteId;
      const floorId = floor && site ? await findOrCreateFloor(ctx.db, map.companyId, site, floor) : null;
      const staysInPlace = siteId === undefined && floor === undefined;
      await updateMap(ctx, map, { name, ...(!staysInPlace && { siteId: site, floorId }) });
      return await readMap(ctx.db, id);
    },

    remove: withoutTransaction(async (ctx, { id }) => {
      await removeMap(ctx, robots, id);
      return {};
    }, deletedMap),
  });
