import { pages, settingsProfileCalls } from '@sweepline/contract';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { Link, useSearchParams } from 'react-router';
import { Allowed } from '../../../kit/api/allowed.tsx';
import { callQuery } from '../../../kit/api/api.ts';
import { Failure } from '../../../kit/ui/failure.tsx';
import { usePageName } from '../../../kit/ui/page-name.ts';
import { Skeleton } from '../../../kit/ui/skeleton.tsx';
import { DriftList } from './drift-list.tsx';
import { ProfileForm } from './profile-form.tsx';
import './settings-rollouts.css';

/** Page of a profile: its settings, and the robots that differ from it. Without an id it creates one. */
export function ProfilePage() {
  const { t } = useTranslation('devices/settings-rollouts');
  const [params] = useSearchParams();
  const id = params.get('id');
  const { data, error, refetch } = useQuery({
    ...callQuery(settingsProfileCalls.detail, { id: id ?? '' }),
    enabled: id !== null,
    meta: { silent: true },
  });
  usePageName(data?.name);
  if (id !== null && error && !data) return <Failure error={error} onRetry={() => void refetch()} />;
  if (id !== null && !data) return <Skeleton lines={8} />;
  return (
    <div className="sr-page">
      <header className="sl-page-head">
        <h1>{data?.name ?? t('createProfile')}</h1>
        {data && (
          <div className="sl-page-actions">
            <Allowed call={settingsProfileCalls.update}>
              <Link className="sl-button sl-button-main" to={pages.settingsSync({ profile: data.id })}>
                {t('apply')}
              </Link>
            </Allowed>
          </div>
        )}
      </header>
      {data && data.devices > 0 && <DriftList profile={data} />}
      {/* A new version resets the form. Otherwise edits of the old version would overwrite the new one. */}
      <ProfileForm key={data?.version ?? 0} profile={data ?? null} />
    </div>
  );
}
