import type { Readable } from 'node:stream';
import type { ReportRow } from '@sweepline/contract';
import { and, asc, sql, type SQL } from 'drizzle-orm';
import type { Ctx } from '../../../../platform/calls/ctx.ts';
import { inScope } from '../../../../platform/db/db.ts';
import { readerFormat, type Reader } from '../../../../platform/documents/reader-format.ts';
import { sheetMoment, type SheetCell } from '../../../../platform/documents/sheet-cells.ts';
import { sheetStream } from '../../../../platform/documents/sheet-stream.ts';
import { reportFilter, reportOf, reportRows, type ReportFilters } from '../report-service.ts';
import { taskReports } from '../../../../entities/work/report-table.ts';
import { documentTexts, wordFor } from '../report-texts.ts';

/** Rows per batch: small enough not to delay other work of the process. */
const batch = 250;

/** An unknown value is an empty cell, never 0. */
const number = (value: number | null, format: '#,##0.0' | '#,##0' | '0.0%' = '#,##0.0'): SheetCell =>
  value === null ? null : [value, format];

/** The reader's local time as if it were UTC, because a spreadsheet has no time zones. */
function momentsIn(timezone: string) {
  const parts = new Intl.DateTimeFormat('sv-SE', {
    timeZone: timezone,
    dateStyle: 'short',
    timeStyle: 'medium',
  });
  return (at: string) => sheetMoment(Date.parse(`${parts.format(new Date(at)).replace(' ', 'T')}Z`));
}

/** Each batch has its own transaction, so that a slow download keeps none open. */
async function* batches({ services, account }: Pick<Ctx, 'services' | 'account'>, filters: ReportFilters) {
  const { startedAt, id } = taskReports;
  let after: SQL | undefined;
  for (;;) {
    const rows = await inScope(
      services.db,
      account.scope,
      (db) =>
        reportRows(db)
          .where(and(reportFilter(db, filters), after))
          .orderBy(asc(startedAt), asc(id))
          .limit(batch),
      { readOnly: true },
    );
    if (rows.length > 0) yield rows.map(reportOf);
    const last = rows.at(-1)?.report;
    if (rows.length < batch || !last) return;
    after = sql`(${startedAt}, ${id}) > (${last.startedAt}::timestamptz, ${last.id}::uuid)`;
  }
}

/** The filtered reports as a streamed sheet in the reader's language, units and time zone, oldest first. */
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

/** The heads of the columns, and the cells of a report. */
function shapeFor(reader: Reader) {
  const texts = documentTexts[reader.lang];
  const { timezone, units } = readerFormat(reader);
  const [perM2, area] = units.area;
  const [perLitre, volume] = units.volume;
  const times = (value: number | null, by: number) => (value === null ? null : value * by);
  const heads = [
    ...[texts.task, texts.device, 'SN', texts.company, texts.site, texts.map, texts.area, texts.result],
    ...[texts.mode, texts.strength, `${texts.started} (${timezone})`, `${texts.ended} (${timezone})`],
    ...[texts.origin, texts.by],
    ...[texts.planned, texts.noGo, texts.reachable, texts.cleaned, texts.uncleaned].map(
      (word) => `${word} (${area})`,
    ),
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
      ...[wordFor(texts.originWord, report.origin), report.by],
      ...[
        ...[totals.plannedM2, totals.noGoM2, totals.reachableM2],
        ...[totals.cleanedM2, totals.uncleanedM2],
      ].map((m2) => number(times(m2, perM2))),
      number(totals.coverage, '0.0%'),
      ...[totals.seconds, totals.cleaningSeconds].map((seconds) => number(times(seconds, 1 / 60))),
      number(times(totals.m2PerHour, perM2), '#,##0'),
      number(totals.distanceM),
      ...[totals.waterL, totals.dirtyWaterL].map((litres) => number(times(litres, perLitre))),
      number(totals.energyWh, '#,##0'),
      [
        ...report.flags.map((flag) => texts.flag[flag]),
        ...(report.isMeasuring ? [texts.measuring] : []),
      ].join(', '),
      report.id,
    ];
  };
  return { heads, row };
}
