import { useId } from 'react';
import { formatPercent, formatTime } from '../../../kit/format/format.ts';
import { phaseTicks } from '../../../shared/robot/phase-spans.ts';

interface Props {
  question: string;
  points: readonly { at: string; soc: number }[];
  /** The run, so that the curve lies above the phases of the same time. */
  start: string;
  end: string;
  /** The moment of the replay, milliseconds since the start. */
  cursor?: number;
}

const [width, height] = [1000, 120];

/** The state of charge over the time of the run. */
export function BatteryChart({ question, points, start, end, cursor }: Props) {
  const titleId = useId();
  const from = Date.parse(start);
  const whole = Math.max(1, Date.parse(end) - from);
  const inRun = points
    .map(({ at, soc }) => ({ ms: Date.parse(at) - from, at, soc }))
    .filter(({ ms }) => ms >= 0 && ms <= whole);
  if (inRun.length < 2) return null;
  const x = (ms: number) => (ms / whole) * width;
  const y = (soc: number) => height - (soc / 100) * height;
  const line = inRun
    .map(({ ms, soc }, index) => `${index === 0 ? 'M' : 'L'}${x(ms).toFixed(1)} ${y(soc).toFixed(1)}`)
    .join('');
  const [first, last] = [inRun[0]!, inRun.at(-1)!];
  return (
    <figure className="battery-chart" aria-labelledby={titleId}>
      <figcaption id={titleId}>{question}</figcaption>
      <div className="battery-chart-plot">
        <svg viewBox={`0 0 ${width} ${height}`} preserveAspectRatio="none" aria-hidden="true">
          {[0, 50, 100].map((soc) => (
            <line key={soc} x1={0} x2={width} y1={y(soc)} y2={y(soc)} />
          ))}
          <path
            className="battery-chart-area"
            d={`${line}L${x(last.ms)} ${height}L${x(first.ms)} ${height}Z`}
          />
          <path className="battery-chart-line" d={line} />
          {cursor !== undefined && (
            <line className="battery-chart-cursor" x1={x(cursor)} x2={x(cursor)} y1={0} y2={height} />
          )}
        </svg>
        <span className="battery-chart-first" title={formatTime(first.at)}>
          {formatPercent(first.soc)}
        </span>
        <span className="battery-chart-last" title={formatTime(last.at)}>
          {formatPercent(last.soc)}
        </span>
      </div>
      <div className="sl-phases-axis" aria-hidden="true">
        {phaseTicks(from, whole).map(({ ms, text }) => (
          <span key={ms} style={{ insetInlineStart: `${(100 * (ms - from)) / whole}%` }}>
            {text}
          </span>
        ))}
      </div>
    </figure>
  );
}
