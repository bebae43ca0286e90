import { deviceCalls, taskCalls, type Device } from '@sweepline/contract';
import { lazy, Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { lazyPart as dialog } from '../../kit/chunks.ts';
import { may } from '../../kit/may.ts';
import { RowMenu } from '../../kit/row-menu.tsx';
import { useAction } from '../../kit/use-action.ts';
import { deviceAddress } from './device-address.ts';

// Fetched when first opened: a list that is only read never pays for forms.
const dialogs = {
  charge: lazy(() => dialog(() => import('./device-charge-dialog.tsx').then((m) => m.DeviceChargeDialog))),
  edit: lazy(() => dialog(() => import('./device-edit-dialog.tsx').then((m) => m.DeviceEditDialog))),
  renewSecret: lazy(() => dialog(() => import('./device-renew-dialog.tsx').then((m) => m.DeviceRenewDialog))),
  remove: lazy(() => dialog(() => import('./device-remove-dialog.tsx').then((m) => m.DeviceRemoveDialog))),
};

/** What can be done with one device: what is most wanted now, the rest in a menu. On its own page the first stands at the map. */
export function DeviceActions({ device, inPage = false }: { device: Device; inPage?: boolean }) {
  const { t } = useTranslation('devices');
  const [open, setOpen] = useState<keyof typeof dialogs | null>(null);
  const locate = useAction(deviceCalls.locate, {
    done: t('located', { name: device.nickname }),
    quiet: true,
  });
  const Dialog = open && dialogs[open];
  const reachable = device.live.state === 'ONLINE';
  const idle = reachable && device.live.runId === null && device.model !== 'PLAIN';
  return (
    <>
      {idle && !inPage && may(taskCalls.cleanNow.allow) && (
        <Link className="sl-row-action" to={deviceAddress(device, 'clean')}>
          {t('clean')}
        </Link>
      )}
      <RowMenu
        label={device.nickname}
        items={[
          reachable &&
            may(deviceCalls.locate.allow) && {
              key: 'locate',
              text: t('locate'),
              icon: 'locate',
              run: () => locate.mutate({ id: device.id }),
            },
          idle &&
            may(deviceCalls.charge.allow) && {
              key: 'charge',
              text: t('charge'),
              icon: 'bolt',
              run: () => setOpen('charge'),
            },
          may(deviceCalls.update.allow) && {
            key: 'edit',
            text: t('edit'),
            icon: 'edit',
            run: () => setOpen('edit'),
          },
          may(deviceCalls.renewSecret.allow) && {
            key: 'renew',
            text: t('renewSecret'),
            icon: 'key',
            run: () => setOpen('renewSecret'),
          },
          !reachable &&
            may(deviceCalls.remove.allow) && {
              key: 'remove',
              text: t('remove'),
              icon: 'trash',
              danger: true,
              run: () => setOpen('remove'),
            },
        ]}
      />
      {Dialog && (
        <Suspense>
          <Dialog device={device} onClose={() => setOpen(null)} />
        </Suspense>
      )}
    </>
  );
}
