import { Readable } from 'node:stream';
import { zoneBoardCalls, type ZoneCleaning, csvLine } from '@sweepline/contract';
import { getTableName, and, eq } from 'drizzle-orm';
import { answer } from '../../../platform/calls/calls.ts';
import { Refusal, wrongField, type Ctx } from '../../../platform/calls/ctx.ts';
import { checkVersion, find } from '../../../platform/db/page.ts';
import { maps } from '../../../entities/places/map-table.ts';
import { zoneCleanings } from '../../../entities/work/floor/zone-cleaning-table.ts';
import { cleaningJson } from './zone-board-sql.ts';
import { zoneTargets } from './zone-board-table.ts';
import { countBoard, readBoard, type BoardFilters } from './zone-board-service.ts';

const historyDays = 90;
const maxHistory = 200;
/** More zones than a company has on its floors. */
const maxExported = 5_000;

const exportColumns = [
  'company',
  'site',
  'floor',
  'map',
  'zone',
  'state',
  'dueAt',
  'lastCleaned',
  'coverage',
  'device',
  'target',
  'everyHours',
  'leastCoverage',
];

async function exportBoard({ db, now }: Ctx, filters: BoardFilters) {
  const { list } = await readBoard(db, now(), filters, { page: 1, pageSize: maxExported });
  const lines = list.map((zone) => {
    const { lastCleaned, target } = zone;
    return csvLine([
      ...[zone.companyName, zone.site?.name ?? null, zone.floor, zone.map.name, zone.name, zone.state],
      ...[zone.dueAt, lastCleaned?.endedAt ?? null, lastCleaned?.coverage ?? null],
      ...[lastCleaned?.device?.nickname ?? null, target.source, target.everyHours, target.leastCoverage],
    ]);
  });
  return {
    mediaType: 'text/csv; charset=utf-8',
    fileName: `zones-${now().toISOString().slice(0, 10)}.csv`,
    // Excel needs this mark to read UTF-8.
    open: () => Readable.from([`\ufeff${csvLine(exportColumns)}`, ...lines]),
  };
}

export const zoneBoardAnswers = answer(zoneBoardCalls, {
  list: ({ db, now }, input) => readBoard(db, now(), input, input),

  summary: ({ db, now }) => countBoard(db, now()),

  history: async ({ db, now }, { mapId, zoneId }) => {
    await find(db, maps, mapId);
    const rows = await db.raw<{ json: ZoneCleaning }>(
      `select ${cleaningJson('c')} as json from ${getTableName(zoneCleanings)} c
       where c.map_id = $1 and c.zone_id = $2 and c.ended_at > $3::timestamptz - make_interval(days => ${historyDays})
       order by c.ended_at desc limit ${maxHistory}`,
      [mapId, zoneId, now().toISOString()],
    );
    return { list: rows.map(({ json }) => json), total: rows.length };
  },

  setTarget: async ({ db, now, account }, { mapId, zoneId, version, ...target }) => {
    // The lock on the map serialises two concurrent first targets of a zone: the second is refused.
    const map = await find(db, maps, mapId, { lock: true });
    if (!map.elements.zones.some(({ id, type }) => id === zoneId && type === 'CLEAN'))
      throw new Refusal('notFound');
    if (target.source === 'INTERVAL' && target.everyHours === null)
      throw wrongField('everyHours', 'INTERVAL_HOURS');
    const everyHours = target.source === 'INTERVAL' ? target.everyHours : null;
    const stamp = { updatedAt: now().toISOString(), updatedBy: account.username };
    const ofZone = and(eq(zoneTargets.mapId, mapId), eq(zoneTargets.zoneId, zoneId));
    const [existing] = await db.select().from(zoneTargets).where(ofZone);
    if (existing) {
      checkVersion(existing, version);
      await db
        .update(zoneTargets)
        .set({ ...target, everyHours, version: version + 1, ...stamp })
        .where(ofZone);
    } else {
      await db
        .insert(zoneTargets)
        .values({ companyId: map.companyId, mapId, zoneId, ...target, everyHours, ...stamp });
    }
    const { list } = await readBoard(db, now(), { mapId, zoneId }, { page: 1, pageSize: 1 });
    return list[0]!;
  },

  export: (ctx, input) => exportBoard(ctx, input),
});
