import {
  otaPackageCalls,
  releaseScopes,
  type OtaPackageDetail,
  type ReleaseScope,
} from '@sweepline/contract';
import { otaPackageTypes, type OtaPackageType, type SignedOtaManifest } from '@sweepline/contract/robot';
import { Checkbox, Input } from 'antd';
import { useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useAction } from '../../../kit/api/use-action.ts';
import { Dialog } from '../../../kit/form/dialog.tsx';
import { Refusal } from '../../../kit/form/refusal.tsx';
import { SelectField } from '../../../kit/form/select-field.tsx';
import { UploadField } from '../../../shared/uploads/upload-field.tsx';
import { uploadQueue } from '../../../shared/uploads/upload-queue.ts';
import { useUploads } from '../../../shared/uploads/use-uploads.ts';
import { ManifestField } from './manifest-field.tsx';

interface Props {
  onClose: () => void;
  onAdded: (row: OtaPackageDetail) => void;
}

interface Draft {
  name: string;
  pkgType: OtaPackageType | null;
  signed: SignedOtaManifest | null;
  releaseScope: ReleaseScope;
  forced: boolean;
  remarks: string;
}
const emptyDraft: Draft = {
  name: '',
  pkgType: null,
  signed: null,
  releaseScope: 'ALL',
  forced: false,
  remarks: '',
};

/** Uploads a package: its file, and the manifest that was signed for it elsewhere. The upload goes on if the dialog is closed. */
export function UploadDialog({ onClose, onAdded }: Props) {
  const { t } = useTranslation('updates/packages');
  const { t: kit } = useTranslation('kit');
  const [draft, setDraft] = useState(emptyDraft);
  const [tried, setTried] = useState(false);
  const uploads = useUploads('OTA_PACKAGE');
  const upload = uploads.queued.findLast(({ state }) => state !== 'CANCELED');
  const fileId = upload?.fileId ?? null;
  const change = (changes: Partial<Draft>) => setDraft((old) => ({ ...old, ...changes }));
  const add = useAction(otaPackageCalls.add, {
    done: t('added', { name: draft.name }),
    silent: true,
    after: (row) => {
      if (upload) uploadQueue.dismiss(upload.id);
      onClose();
      onAdded(row);
    },
  });
  const { pkgType, signed, ...settings } = draft;
  const missing = [
    !upload && t('fileMissing'),
    upload && !fileId && t('fileOnItsWay'),
    !pkgType && t('typeMissing'),
    !signed && t('manifestMissing'),
    draft.name.trim() === '' && t('nameMissing'),
  ].filter((text) => typeof text === 'string');
  const submit = () => {
    setTried(true);
    if (pkgType && signed && fileId && missing.length === 0)
      add.mutate({ ...settings, pkgType, signed, fileId });
  };
  return (
    <Dialog
      open
      title={t('upload')}
      okText={t('add')}
      cancelText={kit('cancel')}
      confirmLoading={add.isPending}
      onOk={submit}
      onCancel={onClose}
    >
      <div className="package-form">
        <SelectField<OtaPackageType>
          label={t('typeTitle')}
          value={pkgType}
          options={otaPackageTypes.map((value) => ({ value, label: t(`type.${value}`) }))}
          onChange={(next) => change({ pkgType: next })}
        />
        <UploadField
          label={t('pkgFile')}
          hint={t('formats')}
          purpose="OTA_PACKAGE"
          accept=".zip,.gz,.apk"
          uploads={uploads}
          upload={upload}
        />
        <ManifestField value={signed} onChange={(next) => change({ signed: next })} />
        <DraftFields draft={draft} onChange={change} />
        {tried && missing.length > 0 && (
          <ul role="alert" className="package-missing">
            {missing.map((text) => (
              <li key={text}>{text}</li>
            ))}
          </ul>
        )}
        <Refusal error={add.error} />
      </div>
    </Dialog>
  );
}

interface FieldProps {
  draft: Draft;
  onChange: (changes: Partial<Draft>) => void;
}

function DraftFields({ draft, onChange }: FieldProps) {
  const { t } = useTranslation('updates/packages');
  const [nameField, remarksField] = [useId(), useId()];
  return (
    <>
      <div>
        <label htmlFor={nameField}>{t('name')}</label>
        <Input
          id={nameField}
          maxLength={80}
          value={draft.name}
          onChange={({ target }) => onChange({ name: target.value })}
        />
      </div>
      <SelectField<ReleaseScope>
        label={t('scopeTitle')}
        value={draft.releaseScope}
        options={releaseScopes.map((value) => ({ value, label: t(`scope.${value}`) }))}
        onChange={(next) => onChange({ releaseScope: next })}
      />
      <small>{t('scopeHint')}</small>
      <Checkbox checked={draft.forced} onChange={({ target }) => onChange({ forced: target.checked })}>
        {t('forced')}
      </Checkbox>
      <small>{t('forcedHint')}</small>
      <div>
        <label htmlFor={remarksField}>{t('remarks')}</label>
        <Input.TextArea
          id={remarksField}
          rows={2}
          maxLength={2_000}
          value={draft.remarks}
          onChange={({ target }) => onChange({ remarks: target.value })}
        />
      </div>
    </>
  );
}
