import { useTranslation } from 'react-i18next';
import { UploadPicker } from '../../../shared/uploads/upload-picker.tsx';
import { uploadQueue, type QueuedUpload } from '../../../shared/uploads/upload-queue.ts';
import { UploadRow } from '../../../shared/uploads/upload-row.tsx';
import type { useUploads } from '../../../shared/uploads/use-uploads.ts';
import { WaitingUpload } from '../../../shared/uploads/waiting-upload.tsx';

interface Props {
  uploads: ReturnType<typeof useUploads>;
  upload: QueuedUpload | undefined;
}

/** The file of a package: chosen, on its way, or interrupted and waiting for its file. */
export function PackageFileField({ uploads, upload }: Props) {
  const { t } = useTranslation('updates/packages');
  const { waiting, goOn, refresh } = uploads;
  const choose = (files: readonly File[]) => {
    uploadQueue.add(files.map((file) => ({ file, purpose: 'OTA_PACKAGE' })));
  };
  return (
    <div>
      <span>{t('pkgFile')}</span>
      {upload ? (
        <ul className="package-uploads">
          <UploadRow upload={upload} />
        </ul>
      ) : (
        <>
          <UploadPicker files={[]} max={1} accept=".zip,.gz,.apk" onChoose={choose} />
          {waiting.length > 0 && (
            <ul className="package-uploads">
              {waiting.map((open) => (
                <WaitingUpload
                  key={open.id}
                  upload={open}
                  onFile={(file) => goOn(open, file)}
                  onCanceled={() => void refresh()}
                />
              ))}
            </ul>
          )}
        </>
      )}
      <small>{t('formats')}</small>
    </div>
  );
}
