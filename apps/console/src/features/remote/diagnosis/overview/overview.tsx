import { diagnosisCalls, type DeviceLive, type Diagnosis } from '@sweepline/contract';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { callQuery } from '../../../../kit/api/api.ts';
import { Ago } from '../../../../kit/format/ago.tsx';
import { Failure } from '../../../../kit/ui/failure.tsx';
import { Skeleton } from '../../../../kit/ui/skeleton.tsx';
import { CheckCard } from './check-card.tsx';
import { ComputerCard } from './computer-card.tsx';
import { Findings } from './findings.tsx';
import { LinkCard } from './link-card.tsx';
import { VersionCard } from './version-card.tsx';

const renewMs = 10_000;

interface Props {
  detail: {
    device: { id: string; nickname: string; sn: string };
    live: DeviceLive;
    capabilities: readonly string[];
  };
}

/** What is known about a robot without a shell, renewed while the page is open. */
export function Overview({ detail: { device, live, capabilities } }: Props) {
  const { t } = useTranslation('remote/diagnosis');
  const { data, error, dataUpdatedAt, refetch } = useDiagnosis(device.id, live.connection.state);
  if (error && !data) return <Failure error={error} onRetry={() => void refetch()} />;
  if (!data) {
    return (
      <div className="dg-overview">
        <Skeleton lines={8} />
      </div>
    );
  }
  return (
    <div className="dg-overview">
      {error && (
        <p className="dg-stale" role="status">
          {t('stale')} <Ago at={new Date(dataUpdatedAt).toISOString()} />
        </p>
      )}
      <Findings deviceId={device.id} diagnosis={data} capabilities={capabilities} />
      <div className="dg-cards">
        <LinkCard link={data.link} />
        <ComputerCard computer={data.computer} />
        <VersionCard versions={data.versions} at={live.versions?.at ?? null} />
        <CheckCard
          device={device}
          live={live}
          selfCheck={data.selfCheck}
          isAble={capabilities.includes('selfCheck')}
        />
      </div>
    </div>
  );
}

/** A change of the connection, which the device's topic reports, is read at once. */
function useDiagnosis(deviceId: string, state: Diagnosis['link']['state']) {
  const query = useQuery({
    ...callQuery(diagnosisCalls.detail, { deviceId }),
    refetchInterval: renewMs,
    meta: { silent: true },
  });
  const { refetch } = query;
  const lastState = useRef(state);
  useEffect(() => {
    if (lastState.current === state) return;
    lastState.current = state;
    void refetch();
  }, [state, refetch]);
  return query;
}
