import { monitorCalls, pages, type Device } from '@sweepline/contract';
import { Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, useNavigate } from 'react-router';
import { may } from '../../../../kit/api/may.ts';
import { useKeyActs, type KeyAct } from '../../../../kit/keys/use-key-acts.ts';
import { RowMenu } from '../../../../kit/list/row-menu.tsx';
import { useDaily } from '../../../../shared/acts/daily-acts.tsx';
import { deviceActions, type DeviceAction } from './device-action-list.ts';

/** The acts on one device: the main one as a button, the daily ones first in the menu, the rare ones in a group of it. */
export function DeviceActions({ device, inPage = false }: { device: Device; inPage?: boolean }) {
  const { t } = useTranslation('devices/devices');
  const [open, setOpen] = useState<DeviceAction | null>(null);
  const { itemsOf, start } = useDaily();
  const navigate = useNavigate();
  const daily = itemsOf(device)
    .filter(({ obstacle }) => obstacle === undefined)
    .map((item) => ({ ...item, key: item.act, run: () => start(item, device) }));
  const offered = deviceActions.filter(({ allow, when }) => may(allow) && (when?.(device) ?? true));
  const items = offered.map((action) => ({ ...action, text: t(action.key), run: () => setOpen(action) }));
  const clean = daily.find(({ key }) => key === 'clean');
  return (
    <>
      {inPage && (
        <DeviceKeys
          acts={[
            // The card of the run has the keys for pause and stop.
            ...daily.filter(({ key }) => key === 'clean' || key === 'charge'),
            ...items,
          ].flatMap(({ text, letter, run }) => (letter ? [{ text, key: letter, run }] : []))}
        />
      )}
      {clean?.to && !inPage && (
        <Link className="sl-row-action" to={clean.to}>
          {clean.text}
        </Link>
      )}
      <RowMenu
        label={device.nickname}
        items={[
          ...daily.filter((act) => act !== clean),
          may(monitorCalls.detail.allow) && {
            key: 'monitor',
            text: t('monitor'),
            icon: 'history',
            separate: daily.length > 0,
            run: () => void navigate(pages.monitorDetail({ id: device.id })),
          },
          ...items.filter(({ isRare }) => !isRare),
          {
            key: 'manage',
            text: t('manage'),
            icon: 'wrench',
            separate: true,
            items: items.filter(({ isRare }) => isRare),
          },
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
