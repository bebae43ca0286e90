import { connectionRefusalCalls } from '@sweepline/contract';
import { useQuery } from '@tanstack/react-query';
import { Drawer, Input } from 'antd';
import { useDeferredValue, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { callQuery } from '../../../../kit/api/api.ts';
import { Empty } from '../../../../kit/ui/empty.tsx';
import { Failure } from '../../../../kit/ui/failure.tsx';
import { Skeleton } from '../../../../kit/ui/skeleton.tsx';
import { ConnectionRefusalRow } from './connection-refusal-row.tsx';
import '../requests/device-requests.css';

const renewMs = 5_000;

interface Props {
  /** Only the refusals of this device. */
  deviceId?: string;
  onClose: () => void;
}

/** The connections that the broker refused, renewed while a robot is being commissioned. */
export function ConnectionRefusalDrawer({ deviceId, onClose }: Props) {
  const { t } = useTranslation('devices/devices');
  const [text, setText] = useState('');
  const keyword = useDeferredValue(text.trim());
  const refusals = useQuery({
    ...callQuery(connectionRefusalCalls.list, {
      pageSize: 99,
      ...(deviceId && { deviceId }),
      ...(keyword && { keyword }),
    }),
    refetchInterval: renewMs,
  });
  const rows = refusals.data?.list ?? [];
  return (
    <Drawer open title={t('refusals.title')} size={560} onClose={onClose}>
      <p className="sl-requests-hint">{t('refusals.hint')}</p>
      {!deviceId && (
        <Input.Search
          allowClear
          maxLength={100}
          placeholder={t('refusals.search')}
          aria-label={t('refusals.search')}
          value={text}
          onChange={({ target }) => setText(target.value)}
        />
      )}
      {refusals.isPending && <Skeleton lines={4} />}
      {refusals.error && !refusals.data && (
        <Failure error={refusals.error} onRetry={() => void refusals.refetch()} />
      )}
      {refusals.data && rows.length === 0 && (
        <Empty icon="check" title={t('refusals.none')} hint={t('refusals.noneHint')} />
      )}
      <ul className="sl-requests">
        {rows.map((refusal) => (
          <ConnectionRefusalRow key={refusal.id} refusal={refusal} />
        ))}
      </ul>
    </Drawer>
  );
}
