import { deviceMapCalls, pages, type DeviceMap, type Output } from '@sweepline/contract';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import { useAction } from '../../../kit/api/use-action.ts';
import { ConfirmDialog } from '../../../kit/form/confirm-dialog.tsx';
import { Refusal } from '../../../kit/form/refusal.tsx';

type Outcome = Output<typeof deviceMapCalls.enable>;
/** A server of the version before tells of relocation only. */
const nextOf = ({ relocating, next }: Outcome) => (relocating ? 'RELOCATE' : next);
const words = {
  NOTHING: 'enabled',
  RELOCATE: 'enabledNext',
  PLACE: 'enabledPlace',
  AT_ROBOT: 'enabledAtRobot',
} as const;

/** Makes a map the map of a robot. The robot then waits for its pose, which is set on its own page. */
export function EnableDialog({ row, onClose }: { row: DeviceMap; onClose: () => void }) {
  const { t } = useTranslation('places/versions');
  const navigate = useNavigate();
  const { mapId, mapName, device } = row;
  const name = device.nickname || device.sn;
  const enable = useAction(deviceMapCalls.enable, {
    also: ['maps'],
    silent: true,
    done: (outcome) => t(words[nextOf(outcome)], { name }),
    after: (outcome) => {
      onClose();
      const next = nextOf(outcome);
      if (next === 'RELOCATE' || next === 'PLACE')
        void navigate(pages.device({ id: device.id, tab: 'control' }));
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
