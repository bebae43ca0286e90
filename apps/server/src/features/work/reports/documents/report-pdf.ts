import {
  passColours,
  type ReportDetail,
  type ReportRow,
  type ReportTotals,
  type TrailPoint,
} from '@sweepline/contract';
import { missedPatches, brushPath, type Coverage, type Grid, type Point } from '@sweepline/map-core';
import type { Content, TDocumentDefinitions } from 'pdfmake/interfaces.js';
import type { Reader } from '../../../../platform/documents/reader-format.ts';
import { boxToShow, paintedAlong, paintFloor, passesOf, type Rgb } from '../report-floor.ts';
import { floorSvg } from './report-floor-svg.ts';
import {
  amber,
  red,
  colours,
  figureRow,
  fingerprint,
  head,
  legend,
  pageWidth,
  question,
  sheetOf,
  contextFor,
  type DocumentContext,
} from './report-pdf-parts.ts';
import { areaTable, missedTable, troubleTable, usedTables } from './report-pdf-tables.ts';
import { filled, wordFor } from '../report-texts.ts';

/** All data of a report's document, as sent to the worker thread. */
export interface ReportOrder {
  kind: 'REPORT';
  reader: Reader;
  madeAt: string;
  report: ReportDetail;
  path: TrailPoint[];
  sha256: string;
  /** Address of the report's page. Without it the document has no code to scan. */
  address: string | undefined;
  ground: Grid | undefined;
  coverage: Uint8Array | undefined;
  logo: Uint8Array | undefined;
}

export const rgbOf = (hex: string): Rgb => {
  const value = Number.parseInt(hex.slice(1), 16);
  return [value >> 16, (value >> 8) & 255, value & 255];
};
const passRgb = passColours.map(rgbOf);
const colourOfPasses = (count: number) =>
  count === 0 ? undefined : passRgb[Math.min(count, passRgb.length) - 1];

/** The letter of an area; empty if there is only one. */
export const letterOf = (index: number, count: number) =>
  count > 1 ? (index < 26 ? String.fromCodePoint(65 + index) : String(index + 1)) : '';

interface Floor {
  areas: { id: string; name: string; letter: string; points: Point[] }[];
  ground: Grid | undefined;
  coverage: Coverage | undefined;
}

/** Areas, floor and coverage of a report. */
async function floorOf({ report, ground, coverage, path }: ReportOrder): Promise<Floor> {
  const areaIds = new Set(report.areas.map(({ areaId }) => areaId));
  const reported = report.zones.filter(({ id }) => areaIds.has(id));
  const zones = reported.length > 0 ? reported : report.zones.filter(({ type }) => type === 'CLEAN');
  const areas = zones.map(({ id, name, points }, index) => ({
    id,
    name,
    points,
    letter: letterOf(index, zones.length),
  }));
  const points = brushPath(path);
  const box = boxToShow(
    areas.map(({ points }) => points),
    ground,
  );
  const robotCoverage = report.coverage && coverage ? await passesOf(coverage, report.coverage) : undefined;
  const { toolWidthM, toolOffsetM } = report;
  const tool = points.length > 1 && toolWidthM ? { toolWidthM, toolOffsetM } : undefined;
  return {
    areas,
    ground,
    coverage: robotCoverage ?? (box && tool ? paintedAlong(points, tool, box) : undefined),
  };
}

async function floorPart(context: DocumentContext, order: ReportOrder, floor: Floor): Promise<Content[]> {
  const { texts, say, format, face } = context;
  const polygons = floor.areas.map(({ points }) => points);
  const box = boxToShow(polygons, floor.ground);
  if (!box || !floor.coverage) return [question(context, texts.floorQuestion), say(texts.notTold)];
  const missed = missedPatches(
    floor.coverage,
    polygons,
    floor.ground,
    order.report.missed,
    order.report.closed,
  );
  const svg = await floorSvg(paintFloor(box, floor.ground, floor.coverage, colourOfPasses), box, {
    areas: floor.areas,
    closed: order.report.closed,
    missed,
    path: order.path.map(([, x, y]) => ({ x, y })),
    metres: format.metres,
    font: face,
  });
  const [onePass, twoPasses, morePasses] = passColours;
  return [
    question(context, texts.floorQuestion),
    { svg, fit: [pageWidth, 330], alignment: 'center' },
    legend(context, [
      { colour: onePass, text: texts.onePass },
      { colour: twoPasses, text: texts.twoPasses },
      { colour: morePasses, text: texts.morePasses },
      ...(order.report.closed.length > 0 ? [{ colour: red, text: texts.noGo }] : []),
      { colour: amber, text: texts.missed },
      { colour: colours.ink, text: texts.driven },
    ]),
    question(context, texts.missedQuestion),
    missedTable(context, missed),
  ];
}

/** Planned floor, with its no-go part if there is one. */
const plannedText = ({ texts, format }: DocumentContext, totals: ReportTotals) =>
  [
    `${texts.planned} ${format.area(totals.plannedM2)}`,
    totals.noGoM2 && `${texts.noGo} ${format.area(totals.noGoM2)}`,
    totals.reachableM2 && `${texts.reachable} ${format.area(totals.reachableM2)}`,
  ]
    .filter(Boolean)
    .join(' · ');

/** What started the run, and who if that is known. */
export const starterOf = ({ texts }: DocumentContext, { origin, by }: Pick<ReportRow, 'origin' | 'by'>) =>
  [wordFor(texts.originWord, origin), by && `${texts.by} ${by}`].filter(Boolean).join(' · ');

/** Head of the document: robot, time, result, implausible figures and main figures. */
function opening(context: DocumentContext, { report, logo }: ReportOrder): Content[] {
  const { texts, say, format } = context;
  const { device, totals } = report;
  const name = device.nickname ? `${device.nickname} (${device.sn})` : device.sn;
  const how = [
    report.cleaningMode && wordFor(texts.cleaningModeWord, report.cleaningMode),
    report.strength && wordFor(texts.strengthWord, report.strength),
  ];
  const about = [name, report.site, report.map?.name, ...how].filter(Boolean).join(' · ');
  return [
    head(context, { logo, company: report.companyName, title: texts.title }),
    say(report.name, { fontSize: 20, bold: true, margin: [0, 18, 0, 0] }),
    say(about, { color: colours.soft }),
    say(`${format.time(report.startedAt)} – ${format.time(report.endedAt)}`, { color: colours.soft }),
    say(starterOf(context, report), { color: colours.soft }),
    say(texts.resultWord[report.result], {
      bold: true,
      color: colours[report.result],
      margin: [0, 4, 0, 0],
    }),
    ...(report.flags.length > 0
      ? [
          say(`${texts.doubtful} ${report.flags.map((flag) => texts.flag[flag]).join(' · ')}`, {
            color: colours.FAILED,
            margin: [0, 4, 0, 0],
          }),
        ]
      : []),
    ...(report.pictureFault
      ? [say(texts.pictureFault[report.pictureFault], { color: colours.PARTIAL, margin: [0, 4, 0, 0] })]
      : []),
    ...(report.isMeasuring
      ? [say(texts.measuringHint, { color: colours.PARTIAL, margin: [0, 4, 0, 0] })]
      : []),
    figureRow(context, [
      { label: texts.coverage, value: format.share(totals.coverage, 1) },
      {
        label: texts.cleaned,
        value: format.area(totals.cleanedM2),
        beside: plannedText(context, totals),
      },
      {
        label: texts.cleaningTime,
        value: format.duration(totals.cleaningSeconds),
        beside: `${texts.duration} ${format.duration(totals.seconds)}`,
      },
      { label: texts.rate, value: format.rate(totals.m2PerHour) },
    ]),
  ];
}

/** The code with the address of the report's page, and the fingerprint of the record. */
function proof(context: DocumentContext, { address, sha256 }: ReportOrder): Content {
  const { texts, say } = context;
  return {
    unbreakable: true,
    margin: [0, 22, 0, 0],
    columns: [
      ...(address ? [{ width: 76, stack: [{ qr: address, fit: 74, foreground: colours.ink }] }] : []),
      {
        width: '*',
        margin: [0, 6, 0, 0],
        stack: [
          ...(address ? [say(texts.live, { bold: true, link: address, color: colours.brand })] : []),
          ...fingerprint(context, sha256, texts.fingerprint, texts.fingerprintHint),
        ],
      },
    ],
    columnGap: 14,
  };
}

/** The document of one report. */
export async function reportDocument(order: ReportOrder): Promise<TDocumentDefinitions> {
  const context = contextFor(order.reader);
  const { report } = order;
  const floor = await floorOf(order);
  return sheetOf({
    context,
    title: filled('{name} – {title}', { name: report.name, title: context.texts.title }),
    madeAt: order.madeAt,
    content: [
      ...opening(context, order),
      ...(await floorPart(context, order, floor)),
      ...areaTable(context, report, floor.areas),
      ...usedTables(context, report),
      ...troubleTable(context, report),
      proof(context, order),
    ],
  });
}
