import type { ReportDetail } from '@sweepline/contract';
import { minMissedM2, type MissedPatch, type PassAreas } from '@sweepline/map-core';
import type { Content } from 'pdfmake/interfaces.js';
import { unknown } from '../../../../platform/documents/reader-format.ts';
import { colours, question, table, type DocumentContext } from './report-pdf-parts.ts';
import { filled, wordFor } from '../report-texts.ts';

const maxListed = 20;

/** The missed patches with their numbers on the picture. */
export function missedTable(context: DocumentContext, missed: readonly MissedPatch[]): Content {
  const { texts, say, format } = context;
  if (missed.length === 0) return say(filled(texts.nothingMissed, { area: format.area(minMissedM2) }));
  const reasons: Record<string, string> = texts.reason;
  const rows = missed.slice(0, maxListed).map(({ areaM2, reason }, index) => [
    // The number on the picture.
    String(index + 1),
    format.area(areaM2),
    (reason && reasons[reason]) || texts.unknownReason,
  ]);
  const more = missed.length - maxListed;
  return {
    stack: [
      table(context, { heads: ['', texts.uncleaned, ''], widths: [16, 70, '*'], numeric: [1] }, rows),
      ...(more > 0
        ? [say(filled(texts.moreMissed, { count: more }), { color: colours.faint, fontSize: 8 })]
        : []),
    ],
  };
}

/** The figures of each area, with the area per number of passes. */
export function areaTable(
  context: DocumentContext,
  report: ReportDetail,
  areas: readonly { id: string; letter: string }[],
): Content[] {
  const { texts, format } = context;
  if (report.areas.length === 0) return [];
  const rows = report.areas.map((area) => {
    const letter = areas.find(({ id }) => id === area.areaId)?.letter;
    const by = (part: keyof PassAreas) => format.area(area.passes?.[part] ?? null);
    const how = [
      area.cleaningMode && wordFor(texts.cleaningModeWord, area.cleaningMode),
      area.strength && wordFor(texts.strengthWord, area.strength),
      area.repetitions && `× ${area.repetitions}`,
    ].filter(Boolean);
    return [
      [letter, area.name].filter(Boolean).join(' · ') + (how.length > 0 ? `\n${how.join(' · ')}` : ''),
      format.area(area.plannedM2),
      format.area(area.noGoM2),
      format.area(area.cleanedM2),
      format.share(area.coverage, 1),
      by('none'),
      by('once'),
      by('more'),
      format.duration(area.seconds),
    ];
  });
  const heads = [
    texts.area,
    texts.planned,
    texts.noGo,
    texts.cleaned,
    texts.coverage,
    texts.notPassed,
    texts.onePass,
    `${texts.twoPasses} +`,
    texts.duration,
  ];
  const widths = ['*', 50, 46, 50, 42, 46, 46, 50, 44];
  return [
    question(context, texts.areasQuestion),
    table(context, { heads, widths, numeric: [1, 2, 3, 4, 5, 6, 7, 8] }, rows),
  ];
}

const ofBound = (rate: number | null, bound: number | null) =>
  rate === null || !bound ? null : rate / bound;

/** Tables of used resources and of time per phase, side by side. */
export function usedTables(
  context: DocumentContext,
  { totals, phases, consumables, driving }: ReportDetail,
): Content[] {
  const { texts, format } = context;
  const charge =
    totals.socStart === null || totals.socEnd === null
      ? unknown
      : `${format.percent(totals.socStart)} – ${format.percent(totals.socEnd)}`;
  const used = [
    [texts.water, format.litres(totals.waterL)],
    [texts.dirtyWater, format.litres(totals.dirtyWaterL)],
    [texts.energy, format.energy(totals.energyWh)],
    [texts.battery, charge],
    [texts.distance, format.metres(totals.distanceM)],
    [texts.transit, format.metres(driving?.transitM ?? null)],
    [texts.turns, format.number(driving?.turns ?? null)],
    [texts.overlap, format.share(driving?.overlap ?? null)],
    [texts.ofBound, format.share(ofBound(totals.m2PerHour, driving?.boundM2PerHour ?? null))],
    [texts.charges, format.number(totals.charges)],
    [texts.replenishes, format.number(totals.replenishes)],
    [texts.mopWashes, format.number(totals.mopWashes)],
    ...consumables.map(({ id, startPct, endPct }) => [
      wordFor(texts.consumableWord, id),
      `${format.percent(startPct)} – ${format.percent(endPct)}`,
    ]),
  ];
  const spent = phases.map(({ phase, seconds }) => [
    wordFor(texts.phaseWord, phase),
    format.duration(seconds),
  ]);
  const pair = (heading: string, rows: readonly (readonly string[])[]): Content => ({
    stack: [
      question(context, heading),
      table(context, { heads: ['', ''], widths: ['*', 'auto'], numeric: [1] }, rows),
    ],
  });
  return [
    {
      columns: [
        pair(texts.usedQuestion, used),
        ...(spent.length > 0 ? [pair(texts.timeQuestion, spent)] : []),
      ],
      columnGap: 28,
    },
  ];
}

/** Who paused a run. Robots of other makers may report other names. */
const pauserOf = (texts: DocumentContext['texts'], by: string) =>
  ({ fleet: texts.pausedByFleet, HMI: texts.pausedByScreen, teleop: texts.pausedByHand })[by] ?? by;

/** Alarms and pauses in order of time. */
export function troubleTable(context: DocumentContext, { alarms, pauses }: ReportDetail): Content[] {
  const { texts, say, format } = context;
  const events = [
    ...alarms.map(({ raisedAt, code, level, text }) => ({
      at: raisedAt,
      what: text,
      note: filled(texts.alarm, { code, level }),
    })),
    ...pauses.map(({ at, seconds, by }) => ({
      at,
      what: filled(texts.paused, { time: format.duration(seconds) }),
      note: pauserOf(texts, by),
    })),
  ].toSorted((a, b) => a.at.localeCompare(b.at));
  const rows = events.map(({ at, what, note }) => [
    Number.isNaN(Date.parse(at)) ? at : format.time(at),
    what,
    note,
  ]);
  return [
    question(context, texts.troubleQuestion),
    rows.length === 0
      ? say(texts.noTrouble)
      : table(context, { heads: ['', '', ''], widths: [110, '*', 'auto'], numeric: [] }, rows),
  ];
}
