import { useTranslation } from 'react-i18next';
import { formatShare } from '../../kit/format/format.ts';

interface Props {
  value: number | null;
  before: number | null;
  /** The value of the period before in words. */
  beforeText: string;
}

/** The relative change of a figure to the period before. It has no colour: whether more is better depends on the reader. */
export function ChangeMark({ value, before, beforeText }: Props) {
  const { t } = useTranslation('statistics');
  const title = t('beforeWas', { value: beforeText });
  if (value === null || before === null || before === 0)
    return (
      <small className="board-change" title={title}>
        {t('noBefore')}
      </small>
    );
  const change = value / before - 1;
  const sign = Math.abs(change) < 0.005 ? '±' : change > 0 ? '▲' : '▼';
  return (
    <small className="board-change" title={title}>
      {sign} {formatShare(Math.abs(change))}
    </small>
  );
}
