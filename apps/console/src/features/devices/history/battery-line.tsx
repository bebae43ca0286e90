import type { HistorySample } from '@sweepline/contract';
import { useTranslation } from 'react-i18next';
import { BatteryCurve } from '../../../shared/timeline/battery-curve.tsx';
import { TimeAxis } from './time-axis.tsx';
import { Strip, type Frame } from './frame.tsx';

/** The battery charge over time with the time axis below. */
export function BatteryLine({
  samples,
  stepS,
  ...frame
}: Frame & { samples: readonly HistorySample[]; stepS: number }) {
  const { t } = useTranslation('devices/history');
  const { start, end } = frame;
  return (
    <>
      <Strip {...frame} title={t('battery')}>
        <BatteryCurve start={start} end={end} samples={samples} stepS={stepS} />
      </Strip>
      <TimeAxis start={start} end={end} />
    </>
  );
}
