import { deviceGroupCalls, pages } from '@sweepline/contract';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { useNavigate, useSearchParams } from 'react-router';
import { callQuery } from '../../../kit/api/api.ts';
import { Failure } from '../../../kit/ui/failure.tsx';
import { usePageName } from '../../../kit/ui/page-name.ts';
import { Skeleton } from '../../../kit/ui/skeleton.tsx';
import './device-groups.css';
import { GroupActions } from './group-actions.tsx';
import { GroupMembers } from './group-members.tsx';
import { ModelCounts } from './model-counts.tsx';
import { OnlineShare } from './online-share.tsx';

/** One group: its devices, and actions on all of them. */
export function GroupDetailPage() {
  const { t } = useTranslation('devices/groups');
  const [params] = useSearchParams();
  const navigate = useNavigate();
  const { data, error, refetch } = useQuery({
    ...callQuery(deviceGroupCalls.detail, { id: params.get('id') ?? '' }),
    meta: { silent: true },
  });
  usePageName(data?.name);
  if (error && !data) return <Failure error={error} onRetry={() => void refetch()} />;
  if (!data) return <Skeleton lines={8} />;
  return (
    <div className="sl-stacked">
      <header className="dg-head">
        <div>
          <h1>{data.name}</h1>
          <p>{[data.companyName, data.remark].filter(Boolean).join(' · ')}</p>
        </div>
        <dl>
          <div>
            <dt>{t('online')}</dt>
            <dd>
              <OnlineShare group={data} />
            </dd>
          </div>
          <div>
            <dt>{t('models')}</dt>
            <dd>
              <ModelCounts group={data} />
            </dd>
          </div>
        </dl>
        <div className="sl-page-actions">
          <GroupActions group={data} onRemoved={() => void navigate(pages.deviceGroups())} />
        </div>
      </header>
      <GroupMembers key={data.id} group={data} />
    </div>
  );
}
