import type { AlarmQuality } from '@sweepline/contract';
import { useTranslation } from 'react-i18next';
import { formatDuration, formatNumber, formatShare } from '../../../kit/format/format.ts';
import { Figure } from '../../../kit/ui/figure.tsx';

/** The figures of ISA-18.2, each with its formula. */
export function QualityFigures({ quality }: { quality: AlarmQuality }) {
  const { t } = useTranslation('alarm-settings');
  const { alarms, robotDays, perRobotDay, topShare, codes } = quality;
  const counts = { alarms: formatNumber(alarms), days: formatNumber(robotDays, 1), count: codes.length };
  const figures = [
    ['perRobotDay', formatNumber(perRobotDay, 2)],
    ['topShare', formatShare(topShare)],
    ['chattering', formatNumber(quality.chattering)],
    ['standing', formatNumber(quality.standing)],
    ['medianAcknowledge', formatDuration(quality.medianAcknowledgeS)],
    ['medianClear', formatDuration(quality.medianClearS)],
  ] as const;
  return (
    <dl className="alarm-quality-figures" aria-label={t('quality.figures')}>
      {figures.map(([name, value]) => (
        <div key={name} title={t(`quality.formulas.${name}`, counts)}>
          <dt>{t(`quality.names.${name}`)}</dt>
          <dd>
            <Figure value={value} formula={t(`quality.formulas.${name}`, counts)} />
          </dd>
        </div>
      ))}
    </dl>
  );
}
