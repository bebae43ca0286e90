import { appReleaseCalls, noTexts, type AppReleaseDetail, type Sent } from '@sweepline/contract';
import { Form } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { CallError } from '../../../kit/api/api.ts';
import { useAction } from '../../../kit/api/use-action.ts';
import { uploadQueue } from '../../../shared/uploads/upload-queue.ts';
import { useUploads } from '../../../shared/uploads/use-uploads.ts';

type Settings = Omit<Sent<typeof appReleaseCalls.add>, 'appId' | 'fileId'>;

export const newSettings: Settings = {
  forced: false,
  releaseScope: 'ALL',
  whitelist: [],
  leastBuild: null,
  notes: noTexts,
  stages: [
    { percent: 10, hours: 24 },
    { percent: 50, hours: 24 },
    { percent: 100, hours: 0 },
  ],
  expiresAt: null,
};

/** The file and the settings of a new version, and how they are sent. */
export function useUploadForm(appId: string, onAdded: (row: AppReleaseDetail) => void) {
  const { t } = useTranslation('updates/app-releases');
  const [form] = Form.useForm<Settings>();
  const [tried, setTried] = useState(false);
  const uploads = useUploads('APP_PACKAGE');
  const upload = uploads.queued.findLast(({ state }) => state !== 'CANCELED');
  const fileId = upload?.fileId ?? null;
  const add = useAction(appReleaseCalls.add, {
    done: ({ appName, version }) => t('added', { name: `${appName} ${version}` }),
    silent: true,
    after: (row) => {
      if (upload) uploadQueue.dismiss(upload.id);
      onAdded(row);
    },
  });
  const missing = [
    !appId && t('appMissing'),
    !upload && t('fileMissing'),
    upload && !fileId && t('fileOnItsWay'),
  ].filter((text) => typeof text === 'string');
  const showFields = (failure: Error) => {
    if (!(failure instanceof CallError)) return;
    // The fault of one entry of a list is shown at the list.
    const fields = Object.entries(failure.fields).map(([name, reason]) => ({
      name: (name.split('.')[0] ?? name) as keyof Settings,
      errors: [reason],
    }));
    form.setFields(fields);
  };
  const submit = () => {
    setTried(true);
    const settings = { ...newSettings, ...(form.getFieldsValue(true) as Partial<Settings>) };
    if (fileId && missing.length === 0) add.mutate({ ...settings, appId, fileId }, { onError: showFields });
  };
  return {
    form,
    uploads,
    upload,
    missing: tried ? missing : [],
    submit,
    busy: add.isPending,
    error: add.error,
  };
}
