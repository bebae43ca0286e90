import { deviceCareCalls, topics, type Consumable } from '@sweepline/contract';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Ago } from '../../../kit/format/ago.tsx';
import { callQuery } from '../../../kit/api/api.ts';
import { useCommandsLive } from '../../../shared/command/use-commands-live.ts';
import { Empty } from '../../../kit/ui/empty.tsx';
import { Failure } from '../../../kit/ui/failure.tsx';
import { formatNumber } from '../../../kit/format/format.ts';
import { Skeleton } from '../../../kit/ui/skeleton.tsx';
import { useTopic } from '../../../kit/api/use-live.ts';
import { ConsumableRow } from './consumable-row.tsx';
import type { Detail } from './control-tab.tsx';
import './device-care.css';
import { LimitHistory } from './limit-history.tsx';
import { LimitsDialog } from './limits-dialog.tsx';
import { LimitsState } from './limits-state.tsx';
import { ResetDialog } from './reset-dialog.tsx';
import { ResetHistory } from './reset-history.tsx';

const renewMs = 15_000;

/** The consumables of a robot, with their wear, limits and resets. */
export function ConsumablesTab({ detail: { device, live } }: { detail: Detail }) {
  const { t } = useTranslation('devices/care');
  const [resetting, setResetting] = useState<Consumable | null>(null);
  const [limiting, setLimiting] = useState<Consumable | null>(null);
  const { data, error, refetch } = useQuery({
    ...callQuery(deviceCareCalls.consumables, { id: device.id }),
    refetchInterval: renewMs,
    meta: { silent: true },
  });
  useCommandsLive();
  useTopic(topics.commands, ({ changes }) => {
    if (changes.some(({ deviceId }) => deviceId === device.id)) void refetch();
  });
  if (error && !data) return <Failure error={error} onRetry={() => void refetch()} />;
  if (!data) return <Skeleton lines={6} />;
  if (data.list.length === 0) return <Empty icon="clean" title={t('noParts')} hint={t('noPartsHint')} />;
  return (
    <div className="care-parts">
      <header>
        <h2>{t('parts')}</h2>
        <p>
          {t('toldAt')} <Ago at={data.at} />
          {data.hoursPerDay !== null && (
            <span title={t('perDayHint')}>
              {' · '}
              {t('perDay', { hours: formatNumber(data.hoursPerDay, 1) })}
            </span>
          )}
        </p>
        <LimitsState device={device} parts={data} online={live.connection.state === 'ONLINE'} />
      </header>
      <ul>
        {data.list.map((part) => (
          <ConsumableRow
            key={part.id}
            part={part}
            onReset={() => setResetting(part)}
            onLimits={() => setLimiting(part)}
          />
        ))}
      </ul>
      <LimitHistory deviceId={device.id} />
      <ResetHistory deviceId={device.id} />
      {limiting && (
        <LimitsDialog
          device={device}
          part={limiting}
          version={data.version}
          onClose={() => setLimiting(null)}
        />
      )}
      {resetting && <ResetDialog device={device} part={resetting} onClose={() => setResetting(null)} />}
    </div>
  );
}
