import { deviceMapCalls, type DeviceMap, type DeviceMapStatus } from '@sweepline/contract';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ConfirmCallDialog } from '../../../kit/form/confirm-call-dialog.tsx';
import { may } from '../../../kit/api/may.ts';
import { EnableDialog } from './enable-dialog.tsx';
import { RowMenu } from '../../../kit/list/row-menu.tsx';
import { useAction } from '../../../kit/api/use-action.ts';

const onRobot: ReadonlySet<DeviceMapStatus> = new Set(['ENABLED', 'IN_USE', 'DISABLED']);

/** The actions on a map of one robot, by the status of the map. */
export function DeviceMapActs({ row }: { row: DeviceMap }) {
  const { t } = useTranslation('places/versions');
  const [confirming, setConfirming] = useState<'enable' | 'remove'>();
  const close = () => setConfirming(undefined);
  const { mapId, device, status } = row;
  const name = device.nickname || device.sn;
  const also = ['maps'];
  const send = useAction(deviceMapCalls.send, { also, done: t('sent', { count: 1 }) });
  const fetch = useAction(deviceMapCalls.fetch, { done: t('fetched', { name }) });
  const ids = { mapId, deviceId: device.id };
  return (
    <>
      <RowMenu
        label={name}
        items={[
          may(deviceMapCalls.send.allow) &&
            status !== 'SYNCING' && {
              key: 'send',
              text: status === 'SYNC_FAILED' ? t('retry') : t('sendAgain'),
              icon: 'refresh',
              run: () => send.mutate({ mapId, deviceIds: [device.id] }),
            },
          may(deviceMapCalls.fetch.allow) &&
            onRobot.has(status) && {
              key: 'fetch',
              text: t('fetch'),
              icon: 'download',
              run: () => fetch.mutate(ids),
            },
          may(deviceMapCalls.enable.allow) &&
            (status === 'DISABLED' || status === 'ENABLED') && {
              key: 'enable',
              text: t('enable'),
              icon: 'check',
              run: () => setConfirming('enable'),
            },
          may(deviceMapCalls.remove.allow) &&
            status !== 'SYNCING' && {
              key: 'remove',
              text: t('remove'),
              icon: 'trash',
              danger: true,
              run: () => setConfirming('remove'),
            },
        ]}
      />
      {confirming === 'enable' && <EnableDialog row={row} onClose={close} />}
      {confirming === 'remove' && (
        <ConfirmCallDialog
          title={t('removeTitle', { name })}
          call={deviceMapCalls.remove}
          input={ids}
          act={t('remove')}
          done={t('removed', { name })}
          also={also}
          onClose={close}
        >
          <p>{t('removeHint')}</p>
        </ConfirmCallDialog>
      )}
    </>
  );
}
