import type { HistorySample } from '@sweepline/contract';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { formatPercent } from '../../kit/format/format.ts';
import { Sparkline } from '../../kit/chart/sparkline.tsx';
import { TimeAxis } from './time-axis.tsx';
import { Strip, type Frame } from './frame.tsx';

/** An idle robot is sampled every ten minutes; a longer silence is a gap, not a straight line. */
const idleS = 600;
const range = [0, 100] as const;
/** The values written at the axis. */
const scale = [100, 50, 0];
const rules = [0, 25, 50, 75, 100];

/** The battery charge over time. The line is interrupted where the robot was offline. */
export function BatteryLine({
  samples,
  stepS,
  ...frame
}: Frame & { samples: readonly HistorySample[]; stepS: number }) {
  const { t } = useTranslation('device-history');
  const { start, end } = frame;
  // Samples without a charge are left out instead of gaps: other values are reported more often.
  const points = useMemo(
    () => samples.flatMap(({ at, soc }) => (soc === null ? [] : [{ at: Date.parse(at), value: soc }])),
    [samples],
  );
  return (
    <>
      <Strip {...frame} title={t('battery')}>
        <div className="dh-battery">
          <Sparkline
            points={points}
            span={[start, end]}
            range={range}
            rules={rules}
            maxGap={(Math.max(idleS, stepS) + stepS) * 1000}
            tone="working"
          />
          {scale.map((soc) => (
            <span
              key={soc}
              className="dh-scale"
              style={{ insetBlockStart: `calc(${100 - soc}% - ${(100 - soc) * 0.14}px)` }}
            >
              {formatPercent(soc)}
            </span>
          ))}
        </div>
      </Strip>
      <TimeAxis start={start} end={end} />
    </>
  );
}
