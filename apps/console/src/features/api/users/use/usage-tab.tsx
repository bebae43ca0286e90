import { apiUserCalls, quotaWarning, type ApiUsage, type ApiUserDetail } from '@sweepline/contract';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { callQuery } from '../../../../kit/api/api.ts';
import { BarList } from '../../../../kit/chart/bar-list.tsx';
import { formatNumber } from '../../../../kit/format/format.ts';
import { formatDay } from '../../../../kit/format/format-day.ts';
import { PlainTable } from '../../../../kit/list/plain-table.tsx';
import { Empty } from '../../../../kit/ui/empty.tsx';
import { Failure } from '../../../../kit/ui/failure.tsx';
import { Skeleton } from '../../../../kit/ui/skeleton.tsx';
import { StateMark } from '../../../../kit/ui/state-mark.tsx';

/** What is left of the quotas of today, and the calls of the last thirty days. */
export function UsageTab({ user }: { user: ApiUserDetail }) {
  const { t } = useTranslation('api/users');
  const { data, error, refetch } = useQuery({
    ...callQuery(apiUserCalls.usage, { id: user.id }),
    meta: { silent: true },
  });
  if (error && !data) return <Failure error={error} onRetry={() => void refetch()} />;
  if (!data) return <Skeleton lines={8} />;
  const { callsPerDay, callsPerSecond, days } = data;
  return (
    <div className="api-user-keys">
      <p>{t('usage.quota', { most: formatNumber(callsPerDay), second: formatNumber(callsPerSecond) })}</p>
      <Today user={user} callsPerDay={callsPerDay} />
      {days.length === 0 ? (
        <Empty icon="history" title={t('usage.empty')} hint={t('usage.emptyHint')} />
      ) : (
        <UsageTable days={days} />
      )}
    </div>
  );
}

function Today({ user, callsPerDay }: { user: ApiUserDetail; callsPerDay: number }) {
  const { t } = useTranslation('api/users');
  const rows = user.today.map(({ group, calls }) => ({
    key: group,
    name: t(`scopes.${group}`),
    share: Math.min(1, calls / callsPerDay),
    value: t('usage.left', { calls: formatNumber(Math.max(0, callsPerDay - calls)) }),
    fixed: true,
  }));
  if (rows.length === 0) return null;
  return (
    <>
      <BarList label={t('tab.usage')} rows={rows} />
      {rows.some(({ share }) => share >= quotaWarning) && (
        <StateMark tone="fault" icon="alert" word={t('usage.warning')} />
      )}
    </>
  );
}

function UsageTable({ days }: { days: ApiUsage['days'] }) {
  const { t } = useTranslation('api/users');
  return (
    <PlainTable cards>
      <thead>
        <tr>
          <th scope="col">{t('usage.day')}</th>
          <th scope="col">{t('scope')}</th>
          <th scope="col">{t('limits')}</th>
        </tr>
      </thead>
      <tbody>
        {days.toReversed().map(({ day, group, calls }) => (
          <tr key={`${day} ${group}`}>
            <th scope="row" data-label={t('usage.day')}>
              {formatDay(day)}
            </th>
            <td data-label={t('scope')}>{t(`scopes.${group}`)}</td>
            <td data-label={t('limits')}>{formatNumber(calls)}</td>
          </tr>
        ))}
      </tbody>
    </PlainTable>
  );
}
