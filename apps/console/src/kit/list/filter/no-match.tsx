import { useTranslation } from 'react-i18next';
import { Button } from '../../ui/button.tsx';
import { Empty } from '../../ui/empty.tsx';

/** The empty state of a list whose filters match no row. */
export function NoMatch({ onClear }: { onClear: () => void }) {
  const { t } = useTranslation('kit');
  return (
    <Empty icon="search" title={t('noMatch')} hint={t('noMatchHint')}>
      <Button onClick={onClear}>{t('clearFilters')}</Button>
    </Empty>
  );
}
