import type { OtaCounts } from '@sweepline/contract';
import { useTranslation } from 'react-i18next';
import { ShareBar } from '../../kit/chart/share-bar.tsx';
import { formatNumber } from '../../kit/format/format.ts';
import { countMarks } from './record-marks.ts';

type Part = keyof typeof countMarks;

/** The robots of a rollout or a stage by result, as a stacked bar with a legend. */
export function CountBar({ counts }: { counts: OtaCounts }) {
  const { t } = useTranslation('updates');
  const parts = (Object.keys(countMarks) as Part[]).map((key) => ({
    key,
    value: counts[key],
    ...countMarks[key],
    text: t(`count.${key}`, { number: formatNumber(counts[key]) }),
  }));
  return (
    <ShareBar
      label={t('robots', { count: counts.total, number: formatNumber(counts.total) })}
      parts={parts}
    />
  );
}
