import { useTranslation } from 'react-i18next';
import { Icon } from '../../../kit/ui/icon.tsx';

interface Props {
  value: number | null;
  /** Null or undefined: the chosen sites have no common target. */
  target: number | null | undefined;
  format: (value: number) => string;
}

/** Whether a figure reaches its target, by glyph, word and colour. */
export function TargetMark({ value, target, format }: Props) {
  const { t } = useTranslation('figures/board');
  if (target === null || target === undefined) return null;
  const isReached = value !== null && value >= target;
  return (
    <span className={isReached ? 'board-target board-target-reached' : 'board-target'}>
      <Icon name={isReached ? 'check' : 'alert'} size={13} />{' '}
      {t(isReached ? 'targetReached' : 'targetMissed', { target: format(target) })}
    </span>
  );
}
