import { connectionRefusalCalls } from '@sweepline/contract';
import { useQuery } from '@tanstack/react-query';
import { lazy, Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { callQuery } from '../../../../kit/api/api.ts';
import { lazyPart } from '../../../../kit/api/chunks.ts';
import { may } from '../../../../kit/api/may.ts';
import { Button } from '../../../../kit/ui/button.tsx';
import { Icon } from '../../../../kit/ui/icon.tsx';
import type { DeviceDetail } from '../device-detail.ts';
import '../requests/device-requests.css';

const ConnectionRefusalDrawer = lazy(() =>
  lazyPart(() => import('./connection-refusal-drawer.tsx').then((m) => m.ConnectionRefusalDrawer)),
);
const renewMs = 15_000;

/** Why the broker refuses a robot that is not there. Hidden if it was connected since the last refusal. */
export function ConnectionRefusalStrip({ detail: { device, live } }: { detail: DeviceDetail }) {
  const { t } = useTranslation('devices/devices');
  const [open, setOpen] = useState(false);
  const { state, lastSeenAt } = live.connection;
  const refusals = useQuery({
    ...callQuery(connectionRefusalCalls.list, { pageSize: 1, deviceId: device.id }),
    enabled: state !== 'ONLINE' && may(connectionRefusalCalls.list.allow),
    refetchInterval: renewMs,
    meta: { silent: true },
  });
  const refusal = refusals.data?.list[0];
  const isCurrent = state !== 'ONLINE' && refusal && refusal.lastAt > (lastSeenAt ?? '');
  return (
    <>
      {isCurrent && (
        <p className="sl-requests-strip" role="status">
          <Icon name="key" size={16} />
          <span>{t('refusals.strip', { reason: t(`refusals.reason.${refusal.reason}`) })}</span>
          <Button look="quiet" onClick={() => setOpen(true)}>
            {t('refusals.look')}
          </Button>
        </p>
      )}
      {open && (
        <Suspense>
          <ConnectionRefusalDrawer deviceId={device.id} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  );
}
