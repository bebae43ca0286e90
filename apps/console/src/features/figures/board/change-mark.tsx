import { useTranslation } from 'react-i18next';
import { changeOf, formatChange } from '../../../kit/format/format-change.ts';

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
  const change = changeOf(value, before);
  if (change === null)
    return (
      <small className="board-change" title={title}>
        {t('noBefore')}
      </small>
    );
  return (
    <small className="board-change" title={title}>
      {formatChange(change)}
    </small>
  );
}
