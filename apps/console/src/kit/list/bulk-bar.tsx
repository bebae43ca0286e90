import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '../ui/button.tsx';

interface Props {
  /** How many rows are selected. */
  count: number;
  children: ReactNode;
  onClear: () => void;
}

/** The acts on the selected rows of a list. */
export function BulkBar({ count, children, onClear }: Props) {
  const { t } = useTranslation('kit');
  return (
    <div className="sl-bulk" role="toolbar" aria-label={t('chosen', { count })}>
      <strong>{t('chosen', { count })}</strong>
      {children}
      <Button look="quiet" icon="close" aria-label={t('clearChoice')} onClick={onClear} />
    </div>
  );
}
