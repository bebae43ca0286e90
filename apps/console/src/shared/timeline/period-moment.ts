import type { HistorySample, RobotPeriod, MonitorTrailStep } from '@sweepline/contract';
import { idleS } from './battery-curve.tsx';
import { nearest, valueAt } from './nearest.ts';

/** A moment in milliseconds since 1970. */
type Moment = number;

interface Span {
  from: string;
  to: string | null;
}

/** A command is shown for this long, because most take less than a second. */
const commandMs = 60_000;

const isDuring =
  (at: Moment, after = 0) =>
  (span: Span) =>
    Date.parse(span.from) <= at && (span.to === null || Date.parse(span.to) + after > at);

interface PoseAt {
  mapId: string;
  /** When it was recorded, at or before the moment. */
  at: Moment;
  x: number;
  y: number;
}

const stepsUntil = (steps: readonly MonitorTrailStep[], t: number) => {
  let [low, high] = [0, steps.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (steps[middle]![0] <= t) low = middle + 1;
    else high = middle;
  }
  return low;
};

/** The last pose at or before a moment, and its part of the trail. */
export function poseAt({ trail, from }: Pick<RobotPeriod, 'trail' | 'from'>, at: Moment) {
  const start = Date.parse(from);
  const part = trail.findLast(({ steps }) => steps[0]![0] <= at - start);
  if (!part) return undefined;
  const [t, x, y] = part.steps[stepsUntil(part.steps, at - start) - 1]!;
  const pose: PoseAt = { mapId: part.mapId, at: start + t, x, y };
  return { part, pose };
}

/** The last charge at or before a moment; undefined where the robot was silent for too long. */
function sampleAt({ samples, stepS }: RobotPeriod, at: Moment): HistorySample | undefined {
  const sample = nearest(
    samples.filter(({ soc }) => soc !== null),
    at,
  );
  return sample && Math.abs(Date.parse(sample.at) - at) <= (stepS + idleS) * 1000 ? sample : undefined;
}

/** All that is known of a robot at a moment. */
export const momentOf = (detail: RobotPeriod, at: Moment) => ({
  soc: sampleAt(detail, at)?.soc ?? null,
  mode: valueAt(detail.modes, at),
  connection: valueAt(detail.connection, at),
  pose: poseAt(detail, at)?.pose,
  // The most severe first.
  alarms: detail.alarms.filter(isDuring(at)).toSorted((a, b) => b.level - a.level),
  runs: detail.runs.filter(isDuring(at)),
  drives: detail.drives.filter(isDuring(at)),
  commands: detail.commands.filter(isDuring(at, commandMs)),
});

/** The moments inside the period at which something began or ended, in order. */
export function changesOf(detail: RobotPeriod): Moment[] {
  const { alarms, commands, runs, drives, modes, connection } = detail;
  const ends = [...alarms, ...runs, ...drives].flatMap(({ from, to }) => [
    from,
    ...(to === null ? [] : [to]),
  ]);
  const starts = [...commands, ...modes, ...connection].map(({ from }) => from);
  const [start, end] = [Date.parse(detail.from), Date.parse(detail.to)];
  const moments = [...ends, ...starts].map((at) => Date.parse(at));
  return [...new Set(moments)].filter((at) => at > start && at < end).toSorted((a, b) => a - b);
}
