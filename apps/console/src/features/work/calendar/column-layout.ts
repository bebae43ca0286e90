import type { PlannedStart } from '@sweepline/contract';
import { dayMin, placeOf } from './calendar-rules.ts';

/** A block of a few minutes keeps the size of a touch target. */
const minShownMin = 30;

export interface Placed {
  start: PlannedStart;
  from: number;
  to: number;
  /** The position among blocks side by side. */
  lane: number;
  lanes: number;
  /** Whether a fold stands beside the lanes. */
  beside: boolean;
}

/** Starts that have no space beside others. They are one number that opens the day. */
interface Fold {
  from: number;
  to: number;
  starts: PlannedStart[];
}

export interface ColumnLayout {
  blocks: Placed[];
  folds: Fold[];
}

/** The actual duration where it is known, else the planned one. */
const lengthOf = ({ startedAt, endedAt, minutes }: PlannedStart) =>
  startedAt && endedAt ? (Date.parse(endedAt) - Date.parse(startedAt)) / 60_000 : minutes;

/** Blocks of one column. Those that overlap stand side by side in at most `maxLanes` lanes; the others are folded. */
export function layoutColumn(
  starts: readonly PlannedStart[],
  zone: string,
  maxLanes = Number.POSITIVE_INFINITY,
): ColumnLayout {
  const blocks = starts
    .map((start): Placed => {
      const from = placeOf(start.dueAt, zone).minute;
      return { start, from, to: Math.min(dayMin, from + lengthOf(start)), lane: 0, lanes: 1, beside: false };
    })
    .toSorted((a, b) => a.from - b.from || b.to - a.to);
  const layout: ColumnLayout = { blocks: [], folds: [] };
  let group: Placed[] = [];
  let groupEnd = -1;
  const close = () => {
    const lanes = Math.max(0, ...group.map(({ lane }) => lane)) + 1;
    const beside = lanes > maxLanes;
    for (const block of group) Object.assign(block, { lanes: Math.min(lanes, maxLanes), beside });
    layout.blocks.push(...group.filter(({ lane }) => lane < maxLanes));
    if (beside) layout.folds.push(foldOf(group.filter(({ lane }) => lane >= maxLanes)));
  };
  for (const block of blocks) {
    const shownTo = Math.max(block.to, block.from + minShownMin);
    if (block.from >= groupEnd) {
      close();
      group = [];
    }
    const busy = new Set(
      group.filter((it) => Math.max(it.to, it.from + minShownMin) > block.from).map(({ lane }) => lane),
    );
    while (busy.has(block.lane)) block.lane++;
    group.push(block);
    groupEnd = Math.max(groupEnd, shownTo);
  }
  close();
  return layout;
}

const foldOf = (hidden: readonly Placed[]): Fold => ({
  from: Math.min(...hidden.map(({ from }) => from)),
  to: Math.max(...hidden.map(({ to }) => to)),
  starts: hidden.map(({ start }) => start),
});

const timesOf = ({ blocks, folds }: ColumnLayout) => [
  ...blocks,
  ...folds.flatMap(({ from, to, starts }) => starts.map(() => ({ from, to }))),
];

/** The earliest minute at which something is planned; undefined if nothing is. */
export function firstMinute(columns: readonly ColumnLayout[]): number | undefined {
  const minutes = columns.flatMap(timesOf).map(({ from }) => from);
  return minutes.length > 0 ? Math.min(...minutes) : undefined;
}

/** How many starts are completely before and after the visible minutes, and where the nearest of them begin. */
export function outOfSight(columns: readonly ColumnLayout[], visible: { from: number; to: number }) {
  const times = columns.flatMap(timesOf);
  const above = times.filter(({ to }) => to <= visible.from).map(({ from }) => from);
  const below = times.filter(({ from }) => from >= visible.to).map(({ from }) => from);
  return {
    above: { count: above.length, nearest: Math.max(0, ...above) },
    below: { count: below.length, nearest: Math.min(dayMin, ...below) },
  };
}
