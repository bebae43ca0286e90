import { deviceGroupCalls, type DeviceGroup } from '@sweepline/contract';
import { useTranslation } from 'react-i18next';
import { ConfirmCallDialog } from '../../../kit/form/confirm-call-dialog.tsx';

interface Props {
  group: DeviceGroup;
  onClose: () => void;
  onRemoved?: () => void;
}

export function GroupRemoveDialog({ group, onClose, onRemoved }: Props) {
  const { t } = useTranslation('devices/groups');
  const { id, version, name, total } = group;
  return (
    <ConfirmCallDialog
      title={t('removeTitle', { name })}
      call={deviceGroupCalls.remove}
      input={{ id, version }}
      act={t('remove')}
      done={t('removed', { name })}
      after={() => {
        onClose();
        onRemoved?.();
      }}
      also={['devices']}
      onClose={onClose}
    >
      {t('removeHint', { count: total })}
    </ConfirmCallDialog>
  );
}
