import type { App, AppReleaseDetail } from '@sweepline/contract';
import { Form } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Dialog } from '../../../kit/form/dialog.tsx';
import { Refusal } from '../../../kit/form/refusal.tsx';
import { SelectField } from '../../../kit/form/select-field.tsx';
import { UploadField } from '../../../shared/uploads/upload-field.tsx';
import { SettingsFields } from './settings-fields.tsx';
import { newSettings, useUploadForm } from './use-upload-form.ts';

interface Props {
  /** Chosen in the list; empty for none. */
  appId: string;
  apps: readonly App[];
  onClose: () => void;
  onAdded: (row: AppReleaseDetail) => void;
}

/** Uploads the apk of a version. Version, build and certificate are read from it. The upload goes on if the dialog is closed. */
export function UploadDialog({ appId: first, apps, onClose, onAdded }: Props) {
  const { t } = useTranslation('updates/app-releases');
  const { t: kit } = useTranslation('kit');
  const choices = apps.filter(({ isOwn, platform }) => isOwn && platform !== 'IOS');
  const [appId, setAppId] = useState(first || (choices[0]?.id ?? ''));
  const { form, uploads, upload, missing, submit, busy, error } = useUploadForm(appId, (row) => {
    onClose();
    onAdded(row);
  });
  return (
    <Dialog
      open
      width={720}
      title={t('upload')}
      okText={t('add')}
      cancelText={kit('cancel')}
      confirmLoading={busy}
      onOk={submit}
      onCancel={onClose}
    >
      <div className="app-release-form">
        <SelectField<string>
          label={t('app')}
          value={appId || null}
          options={choices.map(({ id, name }) => ({ value: id, label: name }))}
          onChange={setAppId}
        />
        <UploadField
          label={t('file')}
          hint={t('fileHint')}
          purpose="APP_PACKAGE"
          accept=".apk"
          uploads={uploads}
          upload={upload}
        />
        <Form form={form} layout="vertical" initialValues={newSettings} requiredMark={false}>
          <SettingsFields />
        </Form>
        {missing.length > 0 && (
          <ul role="alert" className="app-release-missing">
            {missing.map((text) => (
              <li key={text}>{text}</li>
            ))}
          </ul>
        )}
        <Refusal error={error} />
      </div>
    </Dialog>
  );
}
