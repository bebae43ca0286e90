import { uploadLimits } from '@sweepline/contract';
import { useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { useDrop } from '../../kit/form/use-drop.ts';
import { Button } from '../../kit/ui/button.tsx';
import { Icon } from '../../kit/ui/icon.tsx';
import { toast } from '../../kit/ui/toasts.ts';
import './uploads.css';

interface Props {
  files: readonly File[];
  onChoose: (files: File[]) => void;
  /** At most this many files; usually four. */
  max?: number;
  /** The endings of accepted files: `.zip,.apk`. */
  accept?: string;
}

/** The field where files are dropped or chosen for an upload. */
export function UploadPicker({ files, onChoose, max = uploadLimits.files, accept }: Props) {
  const { t } = useTranslation('uploads');
  const input = useRef<HTMLInputElement>(null);
  const choose = (chosen: File[]) => {
    if (chosen.length > max) toast({ tone: 'failed', text: t('tooMany', { count: max }) });
    onChoose(chosen.slice(0, max));
  };
  const { over, target } = useDrop(choose);
  return (
    <div className={over ? 'upload-picker upload-picker-over' : 'upload-picker'} {...target}>
      <Icon name="upload" size={20} />
      <span>{files.length > 0 ? files.map(({ name }) => name).join(', ') : t('drop', { count: max })}</span>
      <Button onClick={() => input.current?.click()}>{t('choose', { count: max })}</Button>
      <input
        ref={input}
        type="file"
        hidden
        aria-label={t('choose', { count: max })}
        multiple={max > 1}
        {...(accept && { accept })}
        onChange={({ target: field }) => {
          choose([...(field.files ?? [])]);
          // Without the reset, choosing the same file again would fire no event.
          field.value = '';
        }}
      />
    </div>
  );
}
