import { managedFileCalls, managedFileLimits, type ManagedFile } from '@sweepline/contract';
import { Form, Input } from 'antd';
import { useTranslation } from 'react-i18next';
import { ConfirmCallDialog } from '../../../kit/form/confirm-call-dialog.tsx';
import { FormDialog } from '../../../kit/form/form-dialog.tsx';

interface Props {
  file: ManagedFile;
  onClose: () => void;
}

/** Changes the tag and the remarks of a file. */
export function FileEditDialog({ file, onClose }: Props) {
  const { t } = useTranslation('remote/files');
  const { id, version, label, remarks } = file;
  return (
    <FormDialog
      title={t('editTitle', { name: file.name })}
      call={managedFileCalls.update}
      initial={{ id, version, label, remarks }}
      submit={t('save')}
      onClose={onClose}
    >
      <Form.Item name="label" label={t('tag')}>
        <Input maxLength={managedFileLimits.label} />
      </Form.Item>
      <Form.Item name="remarks" label={t('remarks')}>
        <Input.TextArea rows={3} maxLength={managedFileLimits.remarks} />
      </Form.Item>
    </FormDialog>
  );
}

export function FileDeleteDialog({ file, onClose }: Props) {
  const { t } = useTranslation('remote/files');
  return (
    <ConfirmCallDialog
      title={t('removeTitle', { name: file.name })}
      call={managedFileCalls.remove}
      input={{ id: file.id }}
      act={t('remove')}
      done={t('removed', { name: file.name })}
      onClose={onClose}
    >
      {t('removeHint')}
    </ConfirmCallDialog>
  );
}
