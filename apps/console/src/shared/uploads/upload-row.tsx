import { useTranslation } from 'react-i18next';
import { CallError } from '../../kit/api/api.ts';
import { formatBytes } from '../../kit/format/format.ts';
import { Button } from '../../kit/ui/button.tsx';
import { Level } from '../../kit/ui/level.tsx';
import type { Tone } from '../../kit/ui/theme.ts';
import { toast } from '../../kit/ui/toasts.ts';
import { isInParts } from './upload-run.ts';
import { uploadQueue, type QueuedUpload, type UploadState } from './upload-queue.ts';

const tones: Record<UploadState, Tone> = {
  WAITING: 'quiet',
  SENDING: 'moving',
  CHECKING: 'moving',
  PAUSED: 'waiting',
  DONE: 'working',
  FAILED: 'fault',
  CANCELED: 'quiet',
};
const running: readonly UploadState[] = ['WAITING', 'SENDING'];
const stopped: readonly UploadState[] = ['PAUSED', 'FAILED'];

const percentOf = ({ sentBytes, file }: QueuedUpload) =>
  file.size === 0 ? 0 : Math.floor((sentBytes / file.size) * 100);

/** One upload of this tab with its progress and what can be done with it. */
export function UploadRow({ upload }: { upload: QueuedUpload }) {
  const { t } = useTranslation('uploads');
  const { id, file, state, error } = upload;
  const failure = t(isInParts(file) ? 'failedInParts' : 'failed');
  const cancel = () =>
    uploadQueue.cancel(id).then(
      () => toast({ tone: 'done', text: t('canceled') }),
      () => toast({ tone: 'failed', text: t('cancelFailed') }),
    );
  return (
    <li className="upload-row">
      <span className="upload-name">
        <strong>{file.name}</strong>
        <small>
          {formatBytes(file.size)} · {t(`states.${state}`)}
        </small>
      </span>
      <Level value={percentOf(upload)} tone={tones[state]} label={file.name} />
      <span className="upload-acts">
        {running.includes(state) && (
          <Button
            look="quiet"
            icon="pause"
            aria-label={t('pauseOf', { name: file.name })}
            onClick={() => uploadQueue.pause(id)}
          />
        )}
        {stopped.includes(state) && (
          <Button
            look="quiet"
            icon="play"
            aria-label={t('resumeOf', { name: file.name })}
            onClick={() => uploadQueue.resume(id)}
          />
        )}
        {state === 'DONE' ? (
          <Button
            look="quiet"
            icon="close"
            aria-label={t('dismissOf', { name: file.name })}
            onClick={() => uploadQueue.dismiss(id)}
          />
        ) : (
          <Button
            look="quiet"
            icon="trash"
            disabled={state === 'CHECKING'}
            aria-label={t('cancelOf', { name: file.name })}
            onClick={() => void cancel()}
          />
        )}
      </span>
      {state === 'FAILED' && (
        <p role="alert" className="upload-failure">
          {error instanceof CallError && error.message
            ? t('because', { failure, reason: error.message })
            : failure}
        </p>
      )}
    </li>
  );
}
