import { appCalls, pages } from '@sweepline/contract';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { Link, useSearchParams } from 'react-router';
import { callQuery } from '../../../kit/api/api.ts';
import { Empty } from '../../../kit/ui/empty.tsx';
import { Failure } from '../../../kit/ui/failure.tsx';
import { usePageName } from '../../../kit/ui/page-name.ts';
import { Skeleton } from '../../../kit/ui/skeleton.tsx';
import { mayChange } from '../../../shared/updates/may-change.ts';
import { AppEditor } from './app-editor.tsx';

/** One app as it stands in the store, or a new one. */
export function AppPage() {
  const { t } = useTranslation('updates/apps');
  const id = useSearchParams()[0].get('id');
  if (id) return <StoredApp id={id} />;
  if (mayChange(appCalls.add)) return <AppEditor />;
  return (
    <Empty icon="cards" title={t('noChoice')}>
      <Link className="sl-button" to={pages.apps()}>
        {t('title')}
      </Link>
    </Empty>
  );
}

function StoredApp({ id }: { id: string }) {
  const { data, error, refetch } = useQuery({
    ...callQuery(appCalls.detail, { id }),
    meta: { silent: true },
  });
  usePageName(data?.name);
  if (error && !data) return <Failure error={error} onRetry={() => void refetch()} />;
  if (!data) return <Skeleton lines={10} />;
  // The form begins again with each stored revision: an act of another person never overwrites what is typed unseen.
  return <AppEditor key={`${data.id} ${data.revision}`} row={data} />;
}
