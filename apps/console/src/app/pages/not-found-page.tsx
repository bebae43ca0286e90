import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { Empty } from '../../kit/ui/empty.tsx';

/** An address without a page. */
export function NotFoundPage() {
  const { t } = useTranslation('app');
  return (
    <Empty icon="map" title={t('notFound.title')} hint={t('notFound.hint')}>
      <Link to="/">{t('toStart')}</Link>
    </Empty>
  );
}
