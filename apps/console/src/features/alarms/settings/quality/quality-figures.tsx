import type { AlarmQuality } from '@sweepline/contract';
import { useTranslation } from 'react-i18next';
import { formatDuration, formatNumber, formatShare } from '../../../../kit/format/format.ts';
import { FigureTiles } from '../../../../kit/page/figure-tiles.tsx';

/** The figures of ISA-18.2, each with its formula. */
export function QualityFigures({ quality }: { quality: AlarmQuality }) {
  const { t } = useTranslation('alarms/settings');
  const { alarms, robotDays, perRobotDay, topShare, codes } = quality;
  const counts = { alarms: formatNumber(alarms), days: formatNumber(robotDays, 1), count: codes.length };
  const standing = formatNumber(quality.standing);
  const followers = quality.standingFollowers;
  const figures = [
    ['perRobotDay', formatNumber(perRobotDay, 2)],
    ['topShare', formatShare(topShare)],
    ['chattering', formatNumber(quality.chattering)],
    ['standing', standing],
    ['medianAcknowledge', formatDuration(quality.medianAcknowledgeS)],
    ['medianClear', formatDuration(quality.medianClearS)],
  ] as const;
  return (
    <FigureTiles
      label={t('quality.figures')}
      tiles={figures.map(([name, value]) => ({
        key: name,
        name: t(`quality.names.${name}`),
        value,
        formula: t(`quality.formulas.${name}`, counts),
        ...(name === 'standing' &&
          followers > 0 && { content: t('quality.standingFollowers', { all: standing, count: followers }) }),
      }))}
    />
  );
}
