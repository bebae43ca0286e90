import type { HistorySample } from '@sweepline/contract';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { TimeAxis } from './time-axis.tsx';
import { Strip, type Frame } from './frame.tsx';

const [width, height] = [1000, 140];
/** An idle robot is sampled every ten minutes; a longer silence is a gap, not a straight line. */
const idleS = 600;

/** The battery charge over time. The line is interrupted where the robot was offline. */
export function BatteryLine({
  samples,
  stepS,
  ...frame
}: Frame & { samples: readonly HistorySample[]; stepS: number }) {
  const { t } = useTranslation('device-history');
  const { start, end } = frame;
  const pathData = useMemo(() => {
    const gapMs = (Math.max(idleS, stepS) + stepS) * 1000;
    const points = samples.flatMap(({ at, soc }) => (soc === null ? [] : [{ ms: Date.parse(at), soc }]));
    return points
      .map(({ ms, soc }, index) => {
        const before = points[index - 1];
        const move = !before || ms - before.ms > gapMs ? 'M' : 'L';
        const x = ((ms - start) / (end - start)) * width;
        return `${move}${x.toFixed(1)} ${(height - (soc / 100) * height).toFixed(1)}`;
      })
      .join('');
  }, [samples, stepS, start, end]);
  return (
    <>
      <Strip {...frame} title={t('battery')}>
        <svg
          className="dh-battery"
          viewBox={`0 0 ${width} ${height}`}
          preserveAspectRatio="none"
          aria-hidden="true"
        >
          {[0, 25, 50, 75, 100].map((soc) => (
            <line
              key={soc}
              x1={0}
              x2={width}
              y1={height - (soc / 100) * height}
              y2={height - (soc / 100) * height}
            />
          ))}
          <path d={pathData} />
        </svg>
      </Strip>
      <TimeAxis start={start} end={end} />
    </>
  );
}
