import { plannedPages } from '@sweepline/contract';
import { useTranslation } from 'react-i18next';
import { Link, useLocation } from 'react-router';
import { may } from '../../kit/api/may.ts';
import { Empty } from '../../kit/ui/empty.tsx';
import { NotAllowedPage } from './not-allowed-page.tsx';

/** An address without a page: a mistyped one, or that of a page which does not exist yet. */
export function NotFoundPage() {
  const { t } = useTranslation('app');
  const { pathname } = useLocation();
  const planned = plannedPages.find(({ path }) => path === pathname);
  if (planned && !may(planned.allow)) return <NotAllowedPage />;
  return (
    <Empty
      icon={planned ? 'clock' : 'map'}
      title={t(planned ? 'planned.title' : 'notFound.title')}
      hint={t(planned ? 'planned.hint' : 'notFound.hint')}
    >
      <Link to="/">{t('toStart')}</Link>
    </Empty>
  );
}
