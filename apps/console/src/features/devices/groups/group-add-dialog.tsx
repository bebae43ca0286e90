import { deviceGroupCalls, type DeviceGroup } from '@sweepline/contract';
import { useTranslation } from 'react-i18next';
import { FormDialog } from '../../../kit/form/form-dialog.tsx';
import { GroupDeviceField } from './group-device-field.tsx';
import { useSaved } from './use-saved.ts';

/** Adds devices to a group. */
export function GroupAddDialog({ group, onClose }: { group: DeviceGroup; onClose: () => void }) {
  const { t } = useTranslation('devices/groups');
  const saved = useSaved();
  const { id, version, name, companyId } = group;
  return (
    <FormDialog
      title={t('addTitle', { name })}
      call={deviceGroupCalls.update}
      submit={t('addDevices')}
      initial={{ id, version, addIds: [] }}
      done={null}
      after={({ moved }) => {
        saved(t('added', { name }), moved);
        onClose();
      }}
      onClose={onClose}
    >
      <GroupDeviceField name="addIds" companyId={companyId} groupId={id} />
    </FormDialog>
  );
}
