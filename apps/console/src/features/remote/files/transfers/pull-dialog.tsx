import { fileTransferCalls } from '@sweepline/contract';
import { can } from '@sweepline/contract/robot';
import { Checkbox, Form, Input } from 'antd';
import { useTranslation } from 'react-i18next';
import { FormDialog } from '../../../../kit/form/form-dialog.tsx';
import { inService } from '../../../../shared/device-picker/use-device-search.ts';
import { DevicePicker } from '../../../../shared/device-picker/device-picker.tsx';

interface Props {
  onSent: () => void;
  onClose: () => void;
}

/** Fetches a file from robots. */
export function PullDialog({ onSent, onClose }: Props) {
  const { t } = useTranslation('remote/files');
  return (
    <FormDialog
      title={t('pull')}
      call={fileTransferCalls.pull}
      initial={{ deviceIds: [], path: '' }}
      submit={t('pullAct')}
      done={null}
      after={onSent}
      onClose={onClose}
    >
      <Form.Item name="deviceIds">
        <DevicePicker label={t('robots')} narrowed={inService} isOffered={(device) => can(device, 'files')} />
      </Form.Item>
      <Form.Item name="path" label={t('robotPath')} extra={t('pullHint')}>
        <Input maxLength={512} placeholder="/data/export/report.csv" />
      </Form.Item>
      <Form.Item name="allowMobileData" valuePropName="checked">
        <Checkbox>{t('allowMobileData')}</Checkbox>
      </Form.Item>
    </FormDialog>
  );
}
