import { mapCalls, type MapRow } from '@sweepline/contract';
import { Form, Input } from 'antd';
import { useTranslation } from 'react-i18next';
import { FormDialog } from '../../../../kit/form/form-dialog.tsx';

interface Props {
  map: Pick<MapRow, 'id' | 'name' | 'revision'>;
  onClose: () => void;
}

export function RenameMapDialog({ map: { id, name, revision }, onClose }: Props) {
  const { t } = useTranslation('places/maps');
  return (
    <FormDialog
      title={t('renameTitle', { name })}
      call={mapCalls.rename}
      initial={{ id, revision, name }}
      submit={t('rename')}
      done={t('renamed')}
      onClose={onClose}
    >
      <Form.Item name="name" label={t('name')}>
        <Input maxLength={60} autoFocus />
      </Form.Item>
    </FormDialog>
  );
}
