import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { Empty } from '../../kit/ui/empty.tsx';
import { useRouteTitle } from '../shell/use-route-title.ts';
import type { Route } from '../routes/routes.tsx';

/** The page of one record, opened without naming it. */
export function NoRecordPage({ list }: { list: Pick<Route, 'path' | 'title'> }) {
  const { t } = useTranslation('app');
  const name = useRouteTitle()(list.title);
  return (
    <Empty icon="search" title={t('noRecord.title')} hint={t('noRecord.hint', { list: name })}>
      <Link to={list.path}>{name}</Link>
    </Empty>
  );
}
