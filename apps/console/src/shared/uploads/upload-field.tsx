import type { UploadPurpose } from '@sweepline/contract';
import { UploadPicker } from './upload-picker.tsx';
import { uploadQueue, type QueuedUpload } from './upload-queue.ts';
import { UploadRow } from './upload-row.tsx';
import type { useUploads } from './use-uploads.ts';
import { WaitingUpload } from './waiting-upload.tsx';
import './uploads.css';

interface Props {
  label: string;
  /** What files are accepted. */
  hint: string;
  purpose: UploadPurpose;
  /** The endings of accepted files: `.zip,.apk`. */
  accept: string;
  uploads: ReturnType<typeof useUploads>;
  upload: QueuedUpload | undefined;
}

/** One file of a form: chosen, on its way, or interrupted and waiting for its file. */
export function UploadField({ label, hint, purpose, accept, uploads, upload }: Props) {
  const { waiting, goOn, refresh } = uploads;
  const choose = (files: readonly File[]) => {
    uploadQueue.add(files.map((file) => ({ file, purpose })));
  };
  return (
    <div>
      <span>{label}</span>
      {upload ? (
        <ul className="upload-field">
          <UploadRow upload={upload} />
        </ul>
      ) : (
        <>
          <UploadPicker files={[]} max={1} accept={accept} onChoose={choose} />
          {waiting.length > 0 && (
            <ul className="upload-field">
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
      <small>{hint}</small>
    </div>
  );
}
