import { fileTransferCalls, type ManagedFile } from '@sweepline/contract';
import { can, robotFileName } from '@sweepline/contract/robot';
import { Checkbox, Form, Input } from 'antd';
import { useTranslation } from 'react-i18next';
import { FormDialog } from '../../../../kit/form/form-dialog.tsx';
import { inService } from '../../../../shared/device-picker/use-device-search.ts';
import { DevicePicker } from '../../../../shared/device-picker/device-picker.tsx';

interface Props {
  file: Pick<ManagedFile, 'id' | 'name'>;
  onSent: () => void;
  onClose: () => void;
}

/** Sends a file to robots. */
export function PushDialog({ file, onSent, onClose }: Props) {
  const { t } = useTranslation('remote/files');
  return (
    <FormDialog
      title={t('pushTitle', { name: file.name })}
      call={fileTransferCalls.push}
      initial={{ fileId: file.id, deviceIds: [], targetPath: `/data/import/${robotFileName(file.name)}` }}
      submit={t('push')}
      done={null}
      after={onSent}
      onClose={onClose}
    >
      <Form.Item name="deviceIds">
        <DevicePicker label={t('robots')} narrowed={inService} isOffered={(device) => can(device, 'files')} />
      </Form.Item>
      <Form.Item name="targetPath" label={t('targetPath')} extra={t('targetHint')}>
        <Input maxLength={512} />
      </Form.Item>
      <Form.Item name="allowMobileData" valuePropName="checked">
        <Checkbox>{t('allowMobileData')}</Checkbox>
      </Form.Item>
    </FormDialog>
  );
}
