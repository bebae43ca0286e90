import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { Empty } from '../../kit/ui/empty.tsx';

export function NotAllowedPage() {
  const { t } = useTranslation('app');
  return (
    <Empty icon="key" title={t('notAllowed.title')} hint={t('notAllowed.hint')}>
      <Link to="/">{t('toStart')}</Link>
    </Empty>
  );
}
