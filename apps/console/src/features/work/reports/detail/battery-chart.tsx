import { useId, useMemo } from 'react';
import { Sparkline } from '../../../../kit/chart/sparkline.tsx';
import { TimeTicks } from '../../../../kit/chart/state-band.tsx';
import { formatPercent, formatTimeExact } from '../../../../kit/format/format.ts';
import { phaseTicks } from '../../../../shared/robot/phase-spans.ts';

interface Props {
  question: string;
  points: readonly { at: string; soc: number }[];
  /** The run, so that the curve lies above the phases of the same time. */
  start: string;
  end: string;
  /** The moment of the replay, milliseconds since the start. */
  cursor?: number;
}

const range = [0, 100] as const;
const rules = [0, 50, 100];

/** The state of charge over the time of the run. */
export function BatteryChart({ question, points, start, end, cursor }: Props) {
  const titleId = useId();
  const from = Date.parse(start);
  const whole = Math.max(1, Date.parse(end) - from);
  const inRun = useMemo(
    () =>
      points
        .map(({ at, soc }) => ({ at: Date.parse(at), value: soc }))
        .filter(({ at }) => at >= from && at <= from + whole),
    [points, from, whole],
  );
  const [first, last] = [inRun[0], inRun.at(-1)];
  if (!first || !last || inRun.length < 2) return null;
  return (
    <figure className="battery-chart" aria-labelledby={titleId}>
      <figcaption id={titleId}>{question}</figcaption>
      <div className="battery-chart-plot">
        <Sparkline
          label={`${question} ${formatPercent(first.value)} – ${formatPercent(last.value)}`}
          points={inRun}
          textOf={({ at, value }) =>
            `${formatTimeExact(new Date(at).toISOString())} · ${formatPercent(value)}`
          }
          span={[from, from + whole]}
          range={range}
          rules={rules}
          cursor={cursor === undefined ? undefined : from + cursor}
          filled
        />
        <span className="battery-chart-first" data-high={first.value > 50}>
          {formatPercent(first.value)}
        </span>
        <span className="battery-chart-last" data-high={last.value > 50}>
          {formatPercent(last.value)}
        </span>
      </div>
      <TimeTicks from={from} to={from + whole} ticks={phaseTicks(from, whole)} />
    </figure>
  );
}
