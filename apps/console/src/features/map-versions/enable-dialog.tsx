import { deviceMapCalls, pages, type DeviceMap } from '@sweepline/contract';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import { useAction } from '../../kit/api/use-action.ts';
import { ConfirmDialog } from '../../kit/form/confirm-dialog.tsx';
import { Refusal } from '../../kit/form/refusal.tsx';

/** Makes a map the map of a robot. The robot then waits for its pose, which is set on its own page. */
export function EnableDialog({ row, onClose }: { row: DeviceMap; onClose: () => void }) {
  const { t } = useTranslation('map-versions');
  const navigate = useNavigate();
  const { mapId, mapName, device } = row;
  const name = device.nickname || device.sn;
  const enable = useAction(deviceMapCalls.enable, {
    also: ['maps'],
    silent: true,
    done: ({ relocating }) => t(relocating ? 'enabledNext' : 'enabled', { name }),
    after: ({ relocating }) => {
      onClose();
      if (relocating) void navigate(pages.device({ id: device.id, tab: 'control' }));
    },
  });
  return (
    <ConfirmDialog
      title={t('enableTitle', { name, map: mapName })}
      act={t('enable')}
      busy={enable.isPending}
      onConfirm={() => enable.mutate({ mapId, deviceId: device.id })}
      onClose={onClose}
    >
      <p>{t('enableHint')}</p>
      <Refusal error={enable.error} />
    </ConfirmDialog>
  );
}
