import type { ReportRow } from '@sweepline/contract';
import writeSheet, { type Cell } from 'write-excel-file/node';
import { readerFormat, type Reader } from '../../platform/reader-format.ts';
import { documentTexts, wordFor } from './report-texts.ts';

/** A text is written as a text: what begins like a formula is none, because the cell says that it holds letters. */
const text = (value: string | null): Cell => (value ? { type: String, value } : null);
/** What is not known is an empty cell, never 0. */
const number = (value: number | null, format = '#,##0.0'): Cell =>
  value === null ? null : { type: Number, value, format };

/** A spreadsheet keeps no zone: the reader's own time of day is written as if it were UTC. */
function localDate(at: string, timezone: string): Date {
  const parts = new Intl.DateTimeFormat('sv-SE', {
    timeZone: timezone,
    dateStyle: 'short',
    timeStyle: 'medium',
  });
  return new Date(`${parts.format(new Date(at)).replace(' ', 'T')}Z`);
}

/** All that a sheet is made of; what is sent to the thread that makes it. */
export interface SheetOrder {
  kind: 'SHEET';
  reader: Reader;
  rows: ReportRow[];
}

/** Reports as a sheet in the reader's language, units and zone. */
export async function makeSheet({ reader, rows }: SheetOrder): Promise<Uint8Array> {
  const { heads, row } = shapeFor(reader);
  const head = heads.map((value): Cell => ({ type: String, value, fontWeight: 'bold' }));
  const sheet = writeSheet([head, ...rows.map(row)], {
    stickyRowsCount: 1,
    columns: heads.map((_, index) => ({ width: index < 7 ? 22 : 14 })),
  });
  return await sheet.toBuffer();
}

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
  const when = (at: string): Cell => ({
    type: Date,
    value: localDate(at, timezone),
    format: 'yyyy-mm-dd hh:mm:ss',
  });
  const row = (report: ReportRow): Cell[] => {
    const { totals, device } = report;
    return [
      ...[report.name, device.nickname, device.sn, report.companyName].map(text),
      ...[report.site, report.map?.name ?? null, report.zones.join(', ')].map(text),
      text(texts.resultWord[report.result]),
      text(wordFor(texts.cleaningModeWord, report.cleaningMode)),
      text(wordFor(texts.strengthWord, report.strength)),
      ...[when(report.startedAt), when(report.endedAt)],
      ...[totals.plannedM2, totals.cleanedM2, totals.uncleanedM2].map((m2) => number(times(m2, perM2))),
      number(totals.coverage, '0.0%'),
      ...[totals.seconds, totals.cleaningSeconds].map((seconds) => number(times(seconds, 1 / 60))),
      number(times(totals.m2PerHour, perM2), '#,##0'),
      number(totals.distanceM),
      ...[totals.waterL, totals.dirtyWaterL].map((litres) => number(times(litres, perLitre))),
      number(totals.energyWh, '#,##0'),
      text(report.flags.map((flag) => texts.flag[flag]).join(', ')),
      text(report.id),
    ];
  };
  return { heads, row };
}
