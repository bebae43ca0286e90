import type { ReportDetail } from '@sweepline/contract';
import { leastMissedM2, type MissedPatch, type PassAreas } from '@sweepline/map-core';
import type { Content } from 'pdfmake/interfaces.js';
import { unknown } from '../../../platform/documents/reader-format.ts';
import { colours, question, table, type Speaker } from './report-pdf-parts.ts';
import { filled, wordFor } from '../report-texts.ts';

const listed = 20;

/** The patches by the numbers they have on the picture. */
export function missedTable(speaker: Speaker, missed: readonly MissedPatch[]): Content {
  const { texts, say, format } = speaker;
  if (missed.length === 0) return say(filled(texts.nothingMissed, { area: format.area(leastMissedM2) }));
  const reasons: Record<string, string> = texts.reason;
  const rows = missed.slice(0, listed).map(({ areaM2, reason }, index) => [
    // The numbers of the picture.
    String(index + 1),
    format.area(areaM2),
    (reason && reasons[reason]) || texts.unknownReason,
  ]);
  const more = missed.length - listed;
  return {
    stack: [
      table(speaker, { heads: ['', texts.uncleaned, ''], widths: [16, 70, '*'], numeric: [1] }, rows),
      ...(more > 0
        ? [say(filled(texts.moreMissed, { count: more }), { color: colours.faint, fontSize: 8 })]
        : []),
    ],
  };
}

/** How each area went, and how often the tool passed over it. */
export function areaTable(
  speaker: Speaker,
  report: ReportDetail,
  areas: readonly { id: string; letter: string }[],
  passes: ReadonlyMap<string, PassAreas | undefined>,
): Content[] {
  const { texts, format } = speaker;
  if (report.areas.length === 0) return [];
  const rows = report.areas.map((area) => {
    const letter = areas.find(({ id }) => id === area.areaId)?.letter;
    const counted = passes.get(area.areaId);
    const by = (part: keyof PassAreas) => format.area(counted?.[part] ?? null);
    const how = [
      area.cleaningMode && wordFor(texts.cleaningModeWord, area.cleaningMode),
      area.strength && wordFor(texts.strengthWord, area.strength),
      area.repetitions && `× ${area.repetitions}`,
    ].filter(Boolean);
    return [
      [letter, area.name].filter(Boolean).join(' · ') + (how.length > 0 ? `\n${how.join(' · ')}` : ''),
      format.area(area.plannedM2),
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
    texts.cleaned,
    texts.coverage,
    texts.notPassed,
    texts.onePass,
    `${texts.twoPasses} +`,
    texts.duration,
  ];
  const widths = ['*', 52, 52, 44, 48, 48, 52, 46];
  return [
    question(speaker, texts.areasQuestion),
    table(speaker, { heads, widths, numeric: [1, 2, 3, 4, 5, 6, 7] }, rows),
  ];
}

/** Where the time went, and what was used: side by side. */
export function usedTables(speaker: Speaker, { totals, phases, consumables }: ReportDetail): Content[] {
  const { texts, format } = speaker;
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
      question(speaker, heading),
      table(speaker, { heads: ['', ''], widths: ['*', 'auto'], numeric: [1] }, rows),
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

/** Alarms and pauses in the order they came. */
export function troubleTable(speaker: Speaker, { alarms, pauses }: ReportDetail): Content[] {
  const { texts, say, format } = speaker;
  const events = [
    ...alarms.map(({ raisedAt, code, level, text }) => ({
      at: raisedAt,
      what: text,
      note: filled(texts.alarm, { code, level }),
    })),
    ...pauses.map(({ at, seconds, by }) => ({
      at,
      what: filled(texts.paused, { time: format.duration(seconds) }),
      note: by,
    })),
  ].toSorted((a, b) => a.at.localeCompare(b.at));
  const rows = events.map(({ at, what, note }) => [
    Number.isNaN(Date.parse(at)) ? at : format.time(at),
    what,
    note,
  ]);
  return [
    question(speaker, texts.troubleQuestion),
    rows.length === 0
      ? say(texts.noTrouble)
      : table(speaker, { heads: ['', '', ''], widths: [110, '*', 'auto'], numeric: [] }, rows),
  ];
}
