import type { Readable } from 'node:stream';
import type { ReportRow } from '@sweepline/contract';
import { and, asc, sql, type SQL } from 'drizzle-orm';
import type { Ctx } from '../../../platform/calls/ctx.ts';
import { inScope } from '../../../platform/db/db.ts';
import { readerFormat, type Reader } from '../../../platform/documents/reader-format.ts';
import { sheetMoment, sheetStream, type SheetCell } from '../../../platform/documents/sheet-stream.ts';
import { reportFilter, reportOf, reportRows, type ReportFilters } from '../report-service.ts';
import { taskReports } from '../report-table.ts';
import { documentTexts, wordFor } from '../report-texts.ts';

/** Rows read at once: written between two other things the program does, without anybody noticing. */
const batch = 250;

/** What is not known is an empty cell, never 0. */
const number = (value: number | null, look: '#,##0.0' | '#,##0' | '0.0%' = '#,##0.0'): SheetCell =>
  value === null ? null : [value, look];

/** The reader's own time of day, as if it were UTC: a spreadsheet keeps no zone. */
function momentsIn(timezone: string) {
  const parts = new Intl.DateTimeFormat('sv-SE', {
    timeZone: timezone,
    dateStyle: 'short',
    timeStyle: 'medium',
  });
  return (at: string) => sheetMoment(Date.parse(`${parts.format(new Date(at)).replace(' ', 'T')}Z`));
}

/** Batch after batch in a scope of its own, as the table goes out: no transaction stays open while somebody downloads slowly. */
async function* batches({ services, account }: Pick<Ctx, 'services' | 'account'>, filters: ReportFilters) {
  const { startedAt, id } = taskReports;
  let after: SQL | undefined;
  for (;;) {
    const found = await inScope(
      services.db,
      account.scope,
      (db) =>
        reportRows(db)
          .where(and(reportFilter(db, filters), after))
          .orderBy(asc(startedAt), asc(id))
          .limit(batch),
      { readOnly: true },
    );
    if (found.length > 0) yield found.map(reportOf);
    const last = found.at(-1)?.report;
    if (found.length < batch || !last) return;
    after = sql`(${startedAt}, ${id}) > (${last.startedAt}::timestamptz, ${last.id}::uuid)`;
  }
}

/** The filtered reports as a sheet in the reader's language, units and zone, oldest first, streamed. */
export const sheetOf = (
  ctx: Pick<Ctx, 'services' | 'account'>,
  filters: ReportFilters,
  reader: Reader,
): Readable => {
  const { heads, row } = shapeFor(reader);
  async function* rows() {
    for await (const reports of batches(ctx, filters)) yield reports.map(row);
  }
  const widths = heads.map((_, index) => (index < 7 ? 22 : 14));
  return sheetStream({ heads, widths, rows: rows() });
};

/** The columns, and how one report fills them. */
function shapeFor(reader: Reader) {
  const texts = documentTexts[reader.lang];
  const { timezone, units } = readerFormat(reader);
  const [perM2, area] = units.area;
  const [perLitre, volume] = units.volume;
  const times = (value: number | null, by: number) => (value === null ? null : value * by);
  const heads = [
    ...[texts.task, texts.device, 'SN', texts.company, texts.site, texts.map, texts.area, texts.result],
    ...[texts.mode, texts.strength, `${texts.started} (${timezone})`, `${texts.ended} (${timezone})`],
    ...[texts.planned, texts.cleaned, texts.uncleaned].map((word) => `${word} (${area})`),
    texts.coverage,
    ...[`${texts.duration} (min)`, `${texts.cleaningTime} (min)`, `${texts.rate} (${area}/h)`],
    `${texts.distance} (m)`,
    ...[texts.water, texts.dirtyWater].map((word) => `${word} (${volume})`),
    ...[`${texts.energy} (Wh)`, texts.doubt, 'ID'],
  ];
  const when = momentsIn(timezone);
  const row = (report: ReportRow): SheetCell[] => {
    const { totals, device } = report;
    return [
      ...[report.name, device.nickname, device.sn, report.companyName],
      ...[report.site, report.map?.name ?? null, report.zones.join(', ')],
      texts.resultWord[report.result],
      wordFor(texts.cleaningModeWord, report.cleaningMode),
      wordFor(texts.strengthWord, report.strength),
      ...[when(report.startedAt), when(report.endedAt)],
      ...[totals.plannedM2, totals.cleanedM2, totals.uncleanedM2].map((m2) => number(times(m2, perM2))),
      number(totals.coverage, '0.0%'),
      ...[totals.seconds, totals.cleaningSeconds].map((seconds) => number(times(seconds, 1 / 60))),
      number(times(totals.m2PerHour, perM2), '#,##0'),
      number(totals.distanceM),
      ...[totals.waterL, totals.dirtyWaterL].map((litres) => number(times(litres, perLitre))),
      number(totals.energyWh, '#,##0'),
      report.flags.map((flag) => texts.flag[flag]).join(', '),
      report.id,
    ];
  };
  return { heads, row };
}
