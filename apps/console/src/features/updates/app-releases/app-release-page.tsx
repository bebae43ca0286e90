import { appReleaseCalls } from '@sweepline/contract';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'react-router';
import { callQuery } from '../../../kit/api/api.ts';
import { Failure } from '../../../kit/ui/failure.tsx';
import { usePageName } from '../../../kit/ui/page-name.ts';
import { Skeleton } from '../../../kit/ui/skeleton.tsx';
import { AppReleaseActs } from './app-release-acts.tsx';
import { AppReleaseFacts } from './app-release-facts.tsx';
import { InstallsPanel } from './installs-panel.tsx';
import { AppReleaseMark } from './use-app-release-columns.tsx';
import '../../../kit/ui/panel.css';
import './app-releases.css';

/** One version of an app: what its apk says, who gets it when, and which installs have it. */
export function AppReleasePage() {
  const { t } = useTranslation('updates/app-releases');
  const id = useSearchParams()[0].get('id') ?? '';
  const { data, error, refetch } = useQuery({
    ...callQuery(appReleaseCalls.detail, { id }),
    meta: { silent: true },
  });
  const name = data && `${data.appName} ${data.version}`;
  usePageName(name);
  if (error && !data) return <Failure error={error} onRetry={() => void refetch()} />;
  if (!data) return <Skeleton lines={10} />;
  return (
    <div className="app-release-page">
      <header className="sl-page-head">
        <div>
          <h1>{name}</h1>
          <AppReleaseMark {...data} />
        </div>
        <div className="sl-page-actions">
          <AppReleaseActs row={data} />
        </div>
      </header>
      {data.reasons !== '' && (
        <p role="note" className="app-release-reasons">
          <strong>{t('reasons')}</strong> {data.reasons}
        </p>
      )}
      <div className="app-release-columns">
        <AppReleaseFacts row={data} />
        <InstallsPanel releaseId={data.id} />
      </div>
    </div>
  );
}
