import { deviceCalls, monitorCalls, pages, taskCalls, type Device } from '@sweepline/contract';
import { can, mayAct } from '@sweepline/contract/robot';
import { Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, useNavigate } from 'react-router';
import { useCommandAction } from '../../../../shared/command/use-command-action.ts';
import { may } from '../../../../kit/api/may.ts';
import { useKeyActs, type KeyAct } from '../../../../kit/keys/use-key-acts.ts';
import { RowMenu } from '../../../../kit/list/row-menu.tsx';
import { deviceActions, isReachable, type DeviceAction } from './device-action-list.ts';
import { deviceAddress } from '../device-address.ts';

/** The actions on one device: the main one as a button, the rest in a menu. The device page shows the main one at the map. */
export function DeviceActions({ device, inPage = false }: { device: Device; inPage?: boolean }) {
  const { t } = useTranslation('devices/devices');
  const [open, setOpen] = useState<DeviceAction | null>(null);
  const navigate = useNavigate();
  const locate = useCommandAction(deviceCalls.locate, device);
  const offered = deviceActions.filter(({ allow, when }) => may(allow) && (when?.(device) ?? true));
  const mayClean = mayAct('CLEAN', device) && may(taskCalls.cleanNow.allow);
  return (
    <>
      {inPage && (
        <DeviceKeys
          acts={[
            ...(mayClean
              ? [{ text: t('clean'), key: 'c', run: () => void navigate(deviceAddress(device, 'clean')) }]
              : []),
            ...offered.flatMap((action) =>
              action.letter ? [{ text: t(action.key), key: action.letter, run: () => setOpen(action) }] : [],
            ),
          ]}
        />
      )}
      {mayClean && !inPage && (
        <Link className="sl-row-action" to={deviceAddress(device, 'clean')}>
          {t('clean')}
        </Link>
      )}
      <RowMenu
        label={device.nickname}
        items={[
          isReachable(device) &&
            can(device, 'locate') &&
            may(deviceCalls.locate.allow) && {
              key: 'locate',
              text: t('locate'),
              icon: 'locate',
              run: () => locate.mutate({ id: device.id }),
            },
          may(monitorCalls.detail.allow) && {
            key: 'monitor',
            text: t('monitor'),
            icon: 'history',
            run: () => void navigate(pages.monitorDetail({ id: device.id })),
          },
          ...offered.map((action) => ({
            key: action.key,
            text: t(action.key),
            icon: action.icon,
            danger: action.danger ?? false,
            run: () => setOpen(action),
          })),
        ]}
      />
      {open && (
        <Suspense>
          <open.Dialog device={device} onClose={() => setOpen(null)} />
        </Suspense>
      )}
    </>
  );
}

function DeviceKeys({ acts }: { acts: readonly KeyAct[] }) {
  const { t } = useTranslation('devices/devices');
  useKeyActs(t('keys'), acts);
  return null;
}
