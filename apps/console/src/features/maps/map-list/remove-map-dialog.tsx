import { mapCalls, type MapRow } from '@sweepline/contract';
import { useTranslation } from 'react-i18next';
import { ConfirmDialog } from '../../../kit/form/confirm-dialog.tsx';
import { useAction } from '../../../kit/api/use-action.ts';

interface Props {
  map: MapRow;
  onClose: () => void;
  onRemoved?: () => void;
}

/** A deleted map cannot be restored, so the dialog names it. */
export function RemoveMapDialog({ map, onClose, onRemoved }: Props) {
  const { t } = useTranslation('maps');
  const remove = useAction(mapCalls.remove, {
    done: t('removed', { name: map.name }),
    after: () => {
      onClose();
      onRemoved?.();
    },
  });
  return (
    <ConfirmDialog
      title={t('removeTitle', { name: map.name })}
      act={t('remove')}
      busy={remove.isPending}
      onConfirm={() => remove.mutate({ id: map.id })}
      onClose={onClose}
    >
      <p>{t('removeHint', { count: map.zoneCount })}</p>
      {map.devices.length > 0 && (
        <p>{t('removeDevices', { names: map.devices.map(({ nickname }) => nickname).join(', ') })}</p>
      )}
    </ConfirmDialog>
  );
}
