import { tusPath, type OpenUpload } from '@sweepline/contract';
import { useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { session } from '../../kit/api/session.ts';
import { formatBytes } from '../../kit/format/format.ts';
import { Button } from '../../kit/ui/button.tsx';
import { Level } from '../../kit/ui/level.tsx';
import { toast } from '../../kit/ui/toasts.ts';
import { cancelAt } from './upload-run.ts';

interface Props {
  upload: OpenUpload;
  onFile: (file: File) => void;
  onCanceled: () => void;
}

/** An upload that was interrupted, for example by a reload. A browser cannot open the file again by itself. */
export function WaitingUpload({ upload, onFile, onCanceled }: Props) {
  const { t } = useTranslation('uploads');
  const input = useRef<HTMLInputElement>(null);
  const { id, name, bytes, receivedBytes } = upload;
  const choose = (file: File | undefined) => {
    if (!file) return;
    if (file.name === name && file.size === bytes) return onFile(file);
    toast({ tone: 'failed', text: t('otherFile', { name, size: formatBytes(bytes) }) });
  };
  const cancel = () =>
    cancelAt(`${tusPath}/${id}`, session.token()).then(
      () => {
        toast({ tone: 'done', text: t('canceled') });
        onCanceled();
      },
      () => toast({ tone: 'failed', text: t('cancelFailed') }),
    );
  return (
    <li className="upload-row">
      <span className="upload-name">
        <strong>{name}</strong>
        <small>
          {formatBytes(bytes)} · {t('waitsForFile')}
        </small>
      </span>
      <Level
        value={bytes === 0 ? 0 : Math.floor((receivedBytes / bytes) * 100)}
        tone="waiting"
        label={name}
      />
      <span className="upload-acts">
        <Button
          look="quiet"
          icon="trash"
          aria-label={t('cancelOf', { name })}
          onClick={() => void cancel()}
        />
      </span>
      <Button icon="upload" onClick={() => input.current?.click()}>
        {t('chooseAgain')}
      </Button>
      <input
        ref={input}
        type="file"
        hidden
        aria-label={t('chooseAgainOf', { name })}
        onChange={({ target: field }) => {
          choose(field.files?.[0]);
          field.value = '';
        }}
      />
    </li>
  );
}
