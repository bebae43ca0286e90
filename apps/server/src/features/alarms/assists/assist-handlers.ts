import { Readable } from 'node:stream';
import { assistCalls, csvLine } from '@sweepline/contract';
import { eq } from 'drizzle-orm';
import { answer } from '../../../platform/calls/calls.ts';
import { checkExportPeriod } from '../../../platform/documents/export-period.ts';
import { Refusal, type Ctx } from '../../../platform/calls/ctx.ts';
import { checkVersion, find } from '../../../platform/db/page.ts';
import { alarms } from '../../../entities/alarms/alarm-table.ts';
import { maps } from '../../../entities/places/map-table.ts';
import { checkFilterRecords } from '../../work/reports/report-named-service.ts';
import { hotSpotsOf } from './assist-rules.ts';
import { countAssists, readAssists, readPlaces, type AssistFilters } from './assist-service.ts';
import { assistNotes } from './assist-table.ts';

/** More than a month of a large fleet. */
const maxExported = 20_000;
const exportColumns = [
  'at',
  'device',
  'sn',
  'company',
  'site',
  'map',
  'x',
  'y',
  'codes',
  'outcome',
  'seconds',
  'by',
  'helper',
  'note',
];

async function exportAssists({ db, now }: Ctx, filters: AssistFilters) {
  const { list } = await readAssists(db, filters, { page: 1, pageSize: maxExported });
  const lines = list.map(({ device, map, note, ...assist }) =>
    csvLine([
      ...[
        assist.at,
        device?.nickname ?? null,
        device?.sn ?? null,
        assist.companyName,
        assist.site,
        map?.name ?? null,
      ],
      ...[
        assist.x,
        assist.y,
        assist.codes.join(' '),
        assist.outcome,
        assist.seconds,
        assist.by,
        note.helper,
        note.text,
      ],
    ]),
  );
  return {
    mediaType: 'text/csv; charset=utf-8',
    fileName: `assists-${now().toISOString().slice(0, 10)}.csv`,
    // Excel reads UTF-8 only after a byte order mark.
    open: () => Readable.from([`\ufeff${csvLine(exportColumns)}`, ...lines]),
  };
}

export const assistAnswers = answer(assistCalls, {
  list: ({ db }, input) => readAssists(db, input, input),

  summary: async ({ db }, input) => {
    await checkFilterRecords(db, input);
    return await countAssists(db, input);
  },

  hotSpots: async ({ db }, input) => {
    const map = await find(db, maps, input.mapId);
    const places = await readPlaces(db, input);
    const { gridFileId: file, width, height, resolution, originX, originY } = map;
    return {
      ground: { file, width, height, resolution, originX, originY },
      spots: hotSpotsOf(places),
      places: places.map(({ seconds: _seconds, ...place }) => place),
    };
  },

  note: async ({ db, now, account }, { id, version, helper, text, dismissed }) => {
    const { companyId } = await find(db, alarms, id, { lock: true });
    const { list } = await readAssists(db, { id }, { page: 1, pageSize: 1 });
    if (list.length === 0) throw new Refusal('notFound');
    const noteColumns = {
      helper,
      note: text,
      dismissed,
      updatedAt: now().toISOString(),
      updatedBy: account.username,
    };
    const [row] = await db.select().from(assistNotes).where(eq(assistNotes.id, id));
    if (row) {
      checkVersion(row, version);
      await db
        .update(assistNotes)
        .set({ ...noteColumns, version: version + 1 })
        .where(eq(assistNotes.id, id));
    } else await db.insert(assistNotes).values({ id, companyId, ...noteColumns });
    return (await readAssists(db, { id }, { page: 1, pageSize: 1 })).list[0]!;
  },

  export: async (ctx, input) => {
    checkExportPeriod(input);
    return await exportAssists(ctx, input);
  },
});
