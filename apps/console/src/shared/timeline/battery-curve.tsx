import type { HistorySample } from '@sweepline/contract';
import { useMemo } from 'react';
import { Sparkline } from '../../kit/chart/sparkline.tsx';
import { formatPercent } from '../../kit/format/format.ts';
import './timeline.css';

/** An idle robot is sampled every ten minutes; a longer silence is a gap, not a straight line. */
export const idleS = 600;
const range = [0, 100] as const;
/** The values written at the axis. */
const scale = [100, 50, 0];
const rules = [0, 25, 50, 75, 100];

interface Props {
  /** Milliseconds since 1970. */
  start: number;
  end: number;
  samples: readonly HistorySample[];
  stepS: number;
}

/** The battery charge over time, as a part of a time axis. The line is interrupted where the robot was offline. */
export function BatteryCurve({ start, end, samples, stepS }: Props) {
  // Samples without a charge are left out instead of gaps: other values are reported more often.
  const points = useMemo(
    () => samples.flatMap(({ at, soc }) => (soc === null ? [] : [{ at: Date.parse(at), value: soc }])),
    [samples],
  );
  return (
    <div className="sl-battery-curve">
      <Sparkline
        points={points}
        span={[start, end]}
        range={range}
        rules={rules}
        maxGap={(Math.max(idleS, stepS) + stepS) * 1000}
        tone="working"
      />
      {scale.map((soc) => (
        <span key={soc} style={{ insetBlockStart: `calc(${100 - soc}% - ${(100 - soc) * 0.14}px)` }}>
          {formatPercent(soc)}
        </span>
      ))}
    </div>
  );
}
