import { createPortal } from 'react-dom';
import { useTranslation } from 'react-i18next';
import { Icon } from '../../ui/icon.tsx';

interface Props {
  chips: HTMLElement | null;
  text: string;
  onRemove: () => void;
}

/** An active filter in words, among the chips under the filter bar; pressing it takes the filter away. */
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
