import { defaultPageSize, otaTaskCalls } from '@sweepline/contract';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { callQuery } from '../../kit/api/api.ts';
import { Pager } from '../../kit/list/pager.tsx';
import { Empty } from '../../kit/ui/empty.tsx';
import { Failure } from '../../kit/ui/failure.tsx';
import { Skeleton } from '../../kit/ui/skeleton.tsx';
import { RecordItem } from './record-item.tsx';
import { isOpenRecord } from './record-marks.ts';
import { useUpdatesLive } from './use-updates-live.ts';
import './updates.css';

/** The robots that were sent a package, with the result of each. */
export function UpgradeList({ packageId }: { packageId: string }) {
  const { t } = useTranslation('updates');
  const [{ page, pageSize }, setPaging] = useState({ page: 1, pageSize: defaultPageSize });
  const { data, error, refetch } = useQuery({
    ...callQuery(otaTaskCalls.records, { packageId, page, pageSize }),
    placeholderData: keepPreviousData,
    meta: { silent: true },
  });
  useUpdatesLive(data?.list.some(({ state }) => isOpenRecord(state)) ?? false);
  if (error && !data) return <Failure error={error} onRetry={() => void refetch()} />;
  if (!data) return <Skeleton lines={4} />;
  if (data.total === 0) return <Empty icon="robot" title={t('noUpgrades')} hint={t('noUpgradesHint')} />;
  return (
    <>
      <ul className="update-items">
        {data.list.map((record) => (
          <RecordItem key={record.id} record={record} by="robot" />
        ))}
      </ul>
      {data.total > defaultPageSize && (
        <Pager
          total={data.total}
          page={page}
          pageSize={pageSize}
          onChange={(next, size) => setPaging({ page: next, pageSize: size })}
        />
      )}
    </>
  );
}
