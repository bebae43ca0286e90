import { deviceUpdateCalls, type deviceCalls, type Output } from '@sweepline/contract';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { callQuery } from '../../../../kit/api/api.ts';
import { Empty } from '../../../../kit/ui/empty.tsx';
import { Failure } from '../../../../kit/ui/failure.tsx';
import { Skeleton } from '../../../../kit/ui/skeleton.tsx';
import { useUpdatesLive } from '../../../../shared/updates/use-updates-live.ts';
import { InstalledParts } from './installed-parts.tsx';
import { OpenUpdate } from './open-update.tsx';
import { PastUpdates } from './past-updates.tsx';
import { SiteWindow } from './site-window.tsx';
import '../../../../kit/ui/panel.css';
import '../../../../shared/updates/updates.css';
import './updates-tab.css';

/** The software of one robot: coming updates and their time, what is installed, and what was. */
export function UpdatesTab({ detail: { device } }: { detail: Output<typeof deviceCalls.detail> }) {
  const { t } = useTranslation('updates/rollouts');
  const { data, error, refetch } = useQuery({
    ...callQuery(deviceUpdateCalls.standing, { deviceId: device.id }),
    meta: { silent: true },
  });
  useUpdatesLive((data?.open.length ?? 0) > 0);
  if (error && !data) return <Failure error={error} onRetry={() => void refetch()} />;
  if (!data) return <Skeleton lines={8} />;
  return (
    <div className="updates-tab">
      <section className="sl-panel">
        <header>
          <h2>{t('device.open')}</h2>
        </header>
        {data.open.length === 0 && <Empty icon="check" title={t('device.noOpen')} />}
        <ul className="update-items">
          {data.open.map((record) => (
            <OpenUpdate key={record.id} record={record} mayPostpone={data.mayPostpone} />
          ))}
        </ul>
      </section>
      <SiteWindow site={data.siteWindow} />
      <InstalledParts parts={data.installed} />
      <PastUpdates key={device.id} deviceId={device.id} />
    </div>
  );
}
