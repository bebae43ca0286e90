import { deviceRequestCalls } from '@sweepline/contract';
import { useQuery } from '@tanstack/react-query';
import { lazy, Suspense, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { callQuery } from '../../../../kit/api/api.ts';
import { Button } from '../../../../kit/ui/button.tsx';
import { lazyPart } from '../../../../kit/api/chunks.ts';
import { Icon } from '../../../../kit/ui/icon.tsx';
import { may } from '../../../../kit/api/may.ts';
import { session } from '../../../../kit/api/session.ts';
import { useAddress } from '../../../../kit/list/use-address.ts';
import './device-requests.css';

const DeviceRequestDrawer = lazy(() =>
  lazyPart(() => import('./device-request-drawer.tsx').then((m) => m.DeviceRequestDrawer)),
);
const providerType = 0;
const renewMs = 15_000;

/**
 * A strip above the list that reports unregistered devices; hidden while there are none. The list waits for it, because
 * it would move otherwise.
 */
export function DeviceRequestStrip({ children }: { children: ReactNode }) {
  const { t } = useTranslation('devices/devices');
  // In the address, so that another page can lead here.
  const [open, setOpen] = useAddress('requests');
  const asking = useQuery({
    ...callQuery(deviceRequestCalls.list, { pageSize: 1, ignored: false }),
    // Only users with this permission receive requests; see the call.
    enabled: may(deviceRequestCalls.list.allow) && session.user()?.companyType === providerType,
    refetchInterval: renewMs,
    meta: { silent: true },
  });
  const count = asking.data?.total ?? 0;
  return (
    <>
      {count > 0 && (
        <p className="sl-requests-strip" role="status">
          <Icon name="signal" size={16} />
          <span>{t('requests.asking', { count })}</span>
          <Button look="quiet" onClick={() => setOpen('open')}>
            {t('requests.look')}
          </Button>
        </p>
      )}
      {!asking.isLoading && children}
      {open === 'open' && (
        <Suspense>
          <DeviceRequestDrawer onClose={() => setOpen('')} />
        </Suspense>
      )}
    </>
  );
}
