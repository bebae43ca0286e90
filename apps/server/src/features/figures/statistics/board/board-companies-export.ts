import { csvLine, csvMark } from '@sweepline/contract';
import { Readable } from 'node:stream';
import type { BoardFigures, BoardPart } from '@sweepline/contract';
import type { Ctx } from '../../../../platform/calls/ctx.ts';
import type { BytesAnswer } from '../../../../platform/http/bytes.ts';
import { readCompanies, type CompaniesInput } from './board-companies.ts';

type Cell = string | number | null;

/** The figures of a period; SI units, shares from 0 to 1. */
const figures: Record<string, (figures: BoardFigures) => Cell> = {
  reports: ({ totals }) => totals.reports,
  succeeded: ({ totals }) => totals.succeeded,
  partial: ({ totals }) => totals.partial,
  failed: ({ totals }) => totals.failed,
  leftOut: ({ totals }) => totals.leftOut,
  cleanedM2: ({ totals }) => totals.cleanedM2,
  coverage: ({ totals }) => totals.coverage,
  workedS: ({ totals }) => totals.workedS,
  cleaningS: ({ totals }) => totals.cleaningS,
  m2PerHour: ({ totals }) => totals.m2PerHour,
  distanceM: ({ totals }) => totals.distanceM,
  waterL: ({ totals }) => totals.waterL,
  energyWh: ({ totals }) => totals.energyWh,
  startsDue: ({ starts }) => starts.due,
  startsDone: ({ starts }) => starts.done,
  startsMissed: ({ starts }) => starts.missed,
  completion: ({ starts }) => starts.rate,
  online: ({ online }) => online.rate,
  alarms: ({ alarms }) => alarms,
  assists: ({ assists }) => assists,
};

const names = Object.keys(figures);
const cells = (of: BoardFigures) => Object.values(figures).map((read) => read(of));
const header = ['kind', 'name', 'robots', ...names, ...names.map((name) => `${name}Before`)];

type Row = Pick<BoardPart, 'name' | 'robots' | 'figures' | 'before'> & { kind: BoardPart['kind'] | 'SUM' };
const line = ({ kind, name, robots, figures: now, before }: Row) =>
  csvLine([kind, name, robots, ...cells(now), ...cells(before)]);

/** The table of companies or sites as CSV, the sum last. */
export async function exportCompanies(ctx: Ctx, input: CompaniesInput): Promise<BytesAnswer> {
  const { path, parts, sum } = await readCompanies(ctx, input);
  const lines = function* () {
    yield csvMark + csvLine(header);
    for (const part of parts) yield line(part);
    yield line({ ...sum, kind: 'SUM', name: path.at(-1)?.name ?? null });
  };
  return {
    mediaType: 'text/csv; charset=utf-8',
    fileName: `companies-${input.from}-${input.to}.csv`,
    open: () => Readable.from(lines()),
  };
}
