import { appCalls, maxAppPictures, pictureLimits } from '@sweepline/contract';
import { useMutation } from '@tanstack/react-query';
import { useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { send } from '../../../kit/api/api.ts';
import { Refusal } from '../../../kit/form/refusal.tsx';
import { Button } from '../../../kit/ui/button.tsx';
import { StoredImage } from '../../../kit/ui/stored-image.tsx';

/** The address of a stored picture, as the server writes it. */
const addressOf = (fileId: string) => `file/${fileId}`;

const noPictures: string[] = [];

interface FieldProps<Value> {
  readOnly: boolean;
  /** Form fields pass value and change. */
  value?: Value;
  onChange?: (value: Value) => void;
}

/** The icon of an app. */
export function IconField({ readOnly, value = null, onChange }: FieldProps<string | null>) {
  return (
    <Pictures
      fileIds={value === null ? [] : [value]}
      max={1}
      readOnly={readOnly}
      onChange={(ids) => onChange?.(ids[0] ?? null)}
    />
  );
}

/** The screenshots of an app in their order. */
export function ScreenshotsField({ readOnly, value = noPictures, onChange }: FieldProps<string[]>) {
  return (
    <Pictures
      fileIds={value}
      max={maxAppPictures}
      readOnly={readOnly}
      onChange={(ids) => onChange?.([...ids])}
    />
  );
}

interface Props {
  fileIds: readonly string[];
  max: number;
  readOnly: boolean;
  onChange: (fileIds: readonly string[]) => void;
}

function Pictures({ fileIds, max, readOnly, onChange }: Props) {
  const { t } = useTranslation('updates/apps');
  const input = useRef<HTMLInputElement>(null);
  const upload = useMutation({
    meta: { silent: true },
    mutationFn: async (files: readonly File[]) => {
      const stored: string[] = [];
      for (const picture of files)
        stored.push((await send(appCalls.picture, {}, { files: { picture } })).fileId);
      return stored;
    },
    onSuccess: (stored) => onChange([...fileIds, ...stored].slice(-max)),
  });
  return (
    <div className="app-pictures">
      {fileIds.map((fileId, n) => (
        <figure key={fileId}>
          <StoredImage address={addressOf(fileId)} alt={t('pictureNumber', { number: n + 1 })} />
          {!readOnly && (
            <Button
              look="quiet"
              icon="close"
              aria-label={t('removePicture', { number: n + 1 })}
              onClick={() => onChange(fileIds.filter((id) => id !== fileId))}
            />
          )}
        </figure>
      ))}
      {!readOnly && (fileIds.length < max || max === 1) && (
        <Button icon="upload" busy={upload.isPending} onClick={() => input.current?.click()}>
          {t('choosePicture')}
        </Button>
      )}
      <input
        ref={input}
        type="file"
        hidden
        aria-label={t('choosePicture')}
        multiple={max > 1}
        accept={pictureLimits.mediaTypes.join(',')}
        onChange={({ target }) => {
          const files = [...(target.files ?? [])].slice(0, max === 1 ? 1 : max - fileIds.length);
          // The same file may be chosen again after a mistake.
          target.value = '';
          if (files.length > 0) upload.mutate(files);
        }}
      />
      <Refusal error={upload.error} />
    </div>
  );
}
