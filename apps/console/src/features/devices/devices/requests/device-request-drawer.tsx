import { deviceRequestCalls, type DeviceRequest } from '@sweepline/contract';
import { useQuery } from '@tanstack/react-query';
import { Drawer } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { callQuery } from '../../../../kit/api/api.ts';
import { Empty } from '../../../../kit/ui/empty.tsx';
import { Failure } from '../../../../kit/ui/failure.tsx';
import { Segments } from '../../../../kit/ui/segments.tsx';
import { Skeleton } from '../../../../kit/ui/skeleton.tsx';
import { DeviceEnrolDialog } from '../actions/device-enrol-dialog.tsx';
import { DeviceRequestRow } from './device-request-row.tsx';

const renewMs = 5_000;

/** The devices that request enrolment, and the ignored ones. */
export function DeviceRequestDrawer({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation('devices/devices');
  const [filter, setFilter] = useState<'asking' | 'ignored'>('asking');
  const [adopting, setAdopting] = useState<DeviceRequest | null>(null);
  const requests = useQuery({
    ...callQuery(deviceRequestCalls.list, { pageSize: 99, ignored: filter === 'ignored' }),
    refetchInterval: renewMs,
  });
  const rows = requests.data?.list ?? [];
  return (
    <Drawer open title={t('requests.title')} size={560} onClose={onClose}>
      <p className="sl-requests-hint">{t('requests.hint')}</p>
      <Segments
        label={t('requests.title')}
        value={filter}
        options={[
          { value: 'asking', text: t('requests.waiting') },
          { value: 'ignored', text: t('requests.ignored') },
        ]}
        onChange={setFilter}
      />
      {requests.isPending && <Skeleton lines={4} />}
      {requests.error && !requests.data && (
        <Failure error={requests.error} onRetry={() => void requests.refetch()} />
      )}
      {requests.data && rows.length === 0 && (
        <Empty
          icon="check"
          title={t(filter === 'asking' ? 'requests.none' : 'requests.noneIgnored')}
          hint={t('requests.noneHint')}
        />
      )}
      <ul className="sl-requests">
        {rows.map((request) => (
          <DeviceRequestRow key={request.id} request={request} onAdopt={() => setAdopting(request)} />
        ))}
      </ul>
      {adopting && <DeviceEnrolDialog request={adopting} onClose={() => setAdopting(null)} />}
    </Drawer>
  );
}
