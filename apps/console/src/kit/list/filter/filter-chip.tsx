import { createPortal } from 'react-dom';
import { useTranslation } from 'react-i18next';
import { Icon } from '../../ui/icon.tsx';

interface Props {
  chips: HTMLElement | null;
  text: string;
  onRemove: () => void;
}

/** The chip of an active filter, below the filter bar. A click removes the filter. */
export function FilterChip({ chips, text, onRemove }: Props) {
  const { t } = useTranslation('kit');
  if (!chips) return null;
  return createPortal(
    <button
      type="button"
      className="sl-chip"
      onClick={onRemove}
      aria-label={t('removeFilter', { filter: text })}
    >
      {text}
      <Icon name="close" size={13} />
    </button>,
    chips,
  );
}
