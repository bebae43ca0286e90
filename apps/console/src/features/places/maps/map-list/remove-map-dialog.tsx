import { mapCalls, type MapRow } from '@sweepline/contract';
import { useTranslation } from 'react-i18next';
import { ConfirmCallDialog } from '../../../../kit/form/confirm-call-dialog.tsx';

interface Props {
  map: MapRow;
  onClose: () => void;
  onRemoved?: () => void;
}

/** A deleted map cannot be restored, so the dialog names it. */
export function RemoveMapDialog({ map, onClose, onRemoved }: Props) {
  const { t } = useTranslation('places/maps');
  return (
    <ConfirmCallDialog
      title={t('removeTitle', { name: map.name })}
      call={mapCalls.remove}
      input={{ id: map.id }}
      act={t('remove')}
      done={t('removed', { name: map.name })}
      after={() => {
        onClose();
        onRemoved?.();
      }}
      onClose={onClose}
    >
      <p>{t('removeHint', { count: map.zoneCount })}</p>
      {map.devices.length > 0 && (
        <p>{t('removeDevices', { names: map.devices.map(({ nickname }) => nickname).join(', ') })}</p>
      )}
    </ConfirmCallDialog>
  );
}
