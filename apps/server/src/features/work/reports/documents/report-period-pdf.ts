import { passColours } from '@sweepline/contract';
import type { Coverage } from '@sweepline/map-core';
import type { Content, TDocumentDefinitions } from 'pdfmake/interfaces.js';
import { boxToShow, paintFloor, passesOf } from '../report-floor.ts';
import { floorSvg } from './report-floor-svg.ts';
import {
  colours,
  figureRow,
  fingerprint,
  head,
  legend,
  pageWidth,
  question,
  sheetOf,
  contextFor,
  table,
  type DocumentContext,
} from './report-pdf-parts.ts';
import { letterOf, rgbOf, starterOf } from './report-pdf.ts';
import type { PeriodFloor, PeriodOrder } from './report-period-order.ts';
import { stepChart } from './report-step-chart.ts';
import { filled } from '../report-texts.ts';

/** The totals, each with its value in the period before. */
function coverFigures(context: DocumentContext, { now, before }: PeriodOrder): Content[] {
  const { texts, format } = context;
  const than = (value: string) => filled(texts.before, { value });
  return [
    figureRow(context, [
      {
        label: texts.cleaned,
        value: format.area(now.cleanedM2),
        beside: than(format.area(before.cleanedM2)),
      },
      {
        label: texts.coverage,
        value: format.share(now.coverage, 1),
        beside: than(format.share(before.coverage, 1)),
      },
      {
        label: texts.cleaningTime,
        value: format.hours(now.cleaningSeconds),
        beside: than(format.hours(before.cleaningSeconds)),
      },
    ]),
    figureRow(context, [
      {
        label: texts.reports,
        value: format.number(now.reports),
        beside: `${texts.succeeded} ${format.number(now.succeeded)}`,
      },
      { label: texts.rate, value: format.rate(now.m2PerHour), beside: than(format.rate(before.m2PerHour)) },
      { label: texts.water, value: format.litres(now.waterL), beside: than(format.litres(before.waterL)) },
    ]),
  ];
}

function cover(context: DocumentContext, order: PeriodOrder): Content[] {
  const { texts, say, format } = context;
  const { now } = order;
  return [
    head(context, { logo: order.logo, company: order.company, title: texts.periodTitle }),
    say(texts.periodTitle, { fontSize: 26, bold: true, margin: [0, 70, 0, 0] }),
    say(`${format.date(order.from)} – ${format.date(order.to)}`, {
      fontSize: 14,
      color: colours.soft,
    }),
    ...(new Set(order.zones).size > 1 ? [say(texts.siteDays, { color: colours.soft })] : []),
    ...coverFigures(context, order),
    ...(now.leftOut > 0
      ? [say(filled(texts.leftOut, { count: now.leftOut }), { color: colours.PARTIAL, margin: [0, 8, 0, 0] })]
      : []),
    question(context, texts.stepsQuestion),
    { svg: stepChart(order.steps, context), width: pageWidth },
    ...(order.address
      ? [
          {
            margin: [0, 20, 0, 0],
            columns: [
              { width: 66, stack: [{ qr: order.address, fit: 64, foreground: colours.ink }] },
              say(texts.live, {
                link: order.address,
                color: colours.brand,
                bold: true,
                margin: [0, 24, 0, 0],
              }),
            ],
            columnGap: 12,
          } satisfies Content,
        ]
      : []),
  ];
}

function robotsPart(context: DocumentContext, { robots, moreRobots }: PeriodOrder): Content[] {
  const { texts, say, format } = context;
  if (robots.length === 0) return [];
  const heads = [texts.device, texts.reports, texts.cleaned, texts.coverage, texts.cleaningTime];
  const rows = robots.map((robot) => [
    robot.name,
    format.number(robot.reports),
    format.area(robot.cleanedM2),
    format.share(robot.coverage, 1),
    format.hours(robot.seconds),
  ]);
  return [
    { ...(question(context, texts.robotsQuestion) as object), pageBreak: 'before' } as Content,
    table(context, { heads, widths: ['*', 60, 80, 70, 80], numeric: [1, 2, 3, 4] }, rows),
    ...(moreRobots > 0
      ? [say(filled(texts.moreRobots, { count: moreRobots }), { color: colours.faint, fontSize: 8 })]
      : []),
  ];
}

const palette = passColours.map(rgbOf);

/** Coverage whose cells hold the number of runs that cleaned them. Coverages of another size are ignored. */
function countRuns(coverages: readonly Coverage[]): Coverage | undefined {
  const [first] = coverages;
  if (!first) return undefined;
  const passes = new Uint8Array(first.passes.length);
  for (const { passes: runPasses, width } of coverages) {
    // A run on a map of another size covers another floor.
    if (runPasses.length !== passes.length || width !== first.width) continue;
    runPasses.forEach((count, cell) => {
      if (count > 0 && passes[cell]! < 255) passes[cell]!++;
    });
  }
  return { ...first, passes };
}

async function floorPart(context: DocumentContext, floor: PeriodFloor): Promise<Content[]> {
  const { texts, say, format, face } = context;
  const { ground } = floor;
  const coverages = await Promise.all(
    floor.coverages.map((png) => passesOf(png, { ...ground, resolution: 0.1 })),
  );
  const counted = countRuns(coverages);
  const box = boxToShow(floor.zones, ground);
  if (!box || !counted) return [];
  const half = floor.coverages.length / 2;
  const colourOf = (count: number) =>
    count === 0 ? undefined : palette[count === 1 ? 0 : count <= half ? 1 : 2];
  const svg = await floorSvg(paintFloor(box, ground, counted, colourOf), box, {
    areas: floor.zones.map((points, index) => ({ points, letter: letterOf(index, floor.zones.length) })),
    closed: [],
    missed: [],
    path: [],
    metres: format.metres,
    font: face,
  });
  const [fewRuns, someRuns, mostRuns] = passColours;
  return [
    {
      unbreakable: true,
      stack: [
        say([floor.site, floor.name].filter(Boolean).join(' · '), { bold: true, margin: [0, 10, 0, 2] }),
        say(filled(texts.floorOf, { count: floor.coverages.length }), { fontSize: 8, color: colours.soft }),
        { svg, fit: [pageWidth, 300], alignment: 'center', margin: [0, 4, 0, 0] },
        legend(context, [
          { colour: fewRuns, text: texts.fewRuns },
          { colour: someRuns, text: texts.someRuns },
          { colour: mostRuns, text: texts.mostRuns },
        ]),
      ],
    },
  ];
}

function listPart(context: DocumentContext, { rows, total }: PeriodOrder): Content[] {
  const { texts, say, format } = context;
  if (rows.length === 0) return [say(texts.noReports, { margin: [0, 20, 0, 0] })];
  const heads = [
    texts.started,
    texts.task,
    texts.device,
    texts.result,
    texts.cleaned,
    texts.coverage,
    texts.duration,
  ];
  const lines = rows.map(({ startedAt, name, origin, by, device, result, flags, isMeasuring, totals }) => [
    format.time(startedAt),
    `${name}\n${starterOf(context, { origin, by })}`,
    device.nickname || device.sn,
    [
      texts.resultWord[result],
      ...flags.map((flag) => texts.flag[flag]),
      ...(isMeasuring ? [texts.measuring] : []),
    ].join('\n'),
    format.area(totals.cleanedM2),
    format.share(totals.coverage, 1),
    format.duration(totals.seconds),
  ]);
  return [
    question(context, texts.listQuestion),
    ...(total > rows.length
      ? [
          say(filled(texts.listCut, { shown: rows.length, total }), {
            color: colours.soft,
            fontSize: 8,
            margin: [0, 0, 0, 4],
          }),
        ]
      : []),
    table(context, { heads, widths: [92, '*', 84, 70, 54, 44, 46], numeric: [4, 5, 6] }, lines),
  ];
}

/** The fingerprint of all records, and the address to check it later. */
function proof(context: DocumentContext, { sha256, checkAddress }: PeriodOrder): Content[] {
  if (sha256 === undefined) return [];
  const { texts, say } = context;
  const stack = fingerprint(context, sha256, texts.periodFingerprint, texts.periodFingerprintHint);
  if (checkAddress === undefined) return [{ unbreakable: true, margin: [0, 18, 0, 0], stack }];
  const link = say(texts.checkPrint, { link: checkAddress, color: colours.brand, bold: true, fontSize: 8.5 });
  const code = { width: 86, stack: [{ qr: checkAddress, fit: 84, foreground: colours.ink }] };
  return [
    {
      unbreakable: true,
      margin: [0, 18, 0, 0],
      columns: [code, { width: '*', stack: [...stack, link] }],
      columnGap: 12,
    },
  ];
}

/** The document of a period: cover with totals, robots, floors and list. */
export async function periodDocument(order: PeriodOrder): Promise<TDocumentDefinitions> {
  const context = contextFor(order.reader);
  const { texts } = context;
  const floors: Content[] = [];
  // One floor at a time: its pictures may be large.
  for (const floor of order.floors) floors.push(...(await floorPart(context, floor)));
  return sheetOf({
    context,
    title: `${texts.periodTitle} – ${order.company}`,
    madeAt: order.madeAt,
    content: [
      ...cover(context, order),
      ...robotsPart(context, order),
      ...(floors.length > 0 ? [question(context, texts.floorsQuestion), ...floors] : []),
      ...listPart(context, order),
      ...proof(context, order),
    ],
  });
}
