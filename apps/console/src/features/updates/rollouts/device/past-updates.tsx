import { defaultPageSize, deviceUpdateCalls } from '@sweepline/contract';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { callQuery } from '../../../../kit/api/api.ts';
import { Pager } from '../../../../kit/list/pager.tsx';
import { Failure } from '../../../../kit/ui/failure.tsx';
import { Skeleton } from '../../../../kit/ui/skeleton.tsx';
import { RecordItem } from '../../../../shared/updates/record-item.tsx';

/** The updates of a robot that ended. */
export function PastUpdates({ deviceId }: { deviceId: string }) {
  const { t } = useTranslation('updates/rollouts');
  const [{ page, pageSize }, setPaging] = useState({ page: 1, pageSize: defaultPageSize });
  const { data, error, refetch } = useQuery({
    ...callQuery(deviceUpdateCalls.history, { deviceId, page, pageSize }),
    placeholderData: keepPreviousData,
    meta: { silent: true },
  });
  return (
    <section className="sl-panel">
      <header>
        <h2>{t('device.history')}</h2>
      </header>
      {error && !data && <Failure error={error} onRetry={() => void refetch()} />}
      {!error && !data && <Skeleton lines={4} />}
      {data?.total === 0 && <p className="updates-text">{t('device.noHistory')}</p>}
      {data && data.total > 0 && (
        <ul className="update-items">
          {data.list.map((record) => (
            <RecordItem key={record.id} record={record} by="rollout" />
          ))}
        </ul>
      )}
      {data && data.total > defaultPageSize && (
        <Pager
          total={data.total}
          page={page}
          pageSize={pageSize}
          onChange={(next, size) => setPaging({ page: next, pageSize: size })}
        />
      )}
    </section>
  );
}
