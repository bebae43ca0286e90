import { deviceGroupCalls, type DeviceGroup } from '@sweepline/contract';
import { useTranslation } from 'react-i18next';
import { ConfirmDialog } from '../../kit/form/confirm-dialog.tsx';
import { useAction } from '../../kit/api/use-action.ts';

interface Props {
  group: DeviceGroup;
  onClose: () => void;
  onRemoved?: () => void;
}

export function GroupRemoveDialog({ group, onClose, onRemoved }: Props) {
  const { t } = useTranslation('device-groups');
  const { id, version, name, total } = group;
  const remove = useAction(deviceGroupCalls.remove, {
    done: t('removed', { name }),
    also: ['devices'],
    after: () => {
      onClose();
      onRemoved?.();
    },
  });
  return (
    <ConfirmDialog
      title={t('removeTitle', { name })}
      act={t('remove')}
      busy={remove.isPending}
      onConfirm={() => remove.mutate({ id, version })}
      onClose={onClose}
    >
      {t('removeHint', { count: total })}
    </ConfirmDialog>
  );
}
