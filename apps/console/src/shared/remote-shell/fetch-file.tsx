import { fileTransferCalls } from '@sweepline/contract';
import { Checkbox, Form, Input } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { may } from '../../kit/api/may.ts';
import { FormDialog } from '../../kit/form/form-dialog.tsx';
import { Button } from '../../kit/ui/button.tsx';

/** Brings a file from the robot to the files of its company. A shell itself transfers none. */
export function FetchFile({ deviceId }: { deviceId: string }) {
  const { t } = useTranslation('remote-shell');
  const [isOpen, setOpen] = useState(false);
  if (!may(fileTransferCalls.pull.allow)) return null;
  return (
    <>
      <Button icon="download" onClick={() => setOpen(true)}>
        {t('file.fetch')}
      </Button>
      {isOpen && (
        <FormDialog
          title={t('file.fetch')}
          call={fileTransferCalls.pull}
          initial={{ deviceIds: [deviceId], path: '' }}
          submit={t('file.act')}
          done={t('file.started')}
          onClose={() => setOpen(false)}
        >
          <Form.Item name="path" label={t('file.path')} extra={t('file.hint')}>
            <Input maxLength={512} placeholder="/data/export/report.csv" />
          </Form.Item>
          <Form.Item name="allowMobileData" valuePropName="checked">
            <Checkbox>{t('file.mobileData')}</Checkbox>
          </Form.Item>
        </FormDialog>
      )}
    </>
  );
}
