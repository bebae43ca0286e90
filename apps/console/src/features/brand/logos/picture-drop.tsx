import { maxLogoPictures, pictureLimits } from '@sweepline/contract';
import { useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { useDrop } from '../../../kit/form/use-drop.ts';
import { formatBytes } from '../../../kit/format/format.ts';
import { Button } from '../../../kit/ui/button.tsx';
import type { ChosenPicture } from './picture-file.ts';

interface Props {
  pictures: readonly ChosenPicture[];
  onFiles: (files: File[]) => void;
  onRemove: (index: number) => void;
}

/** The field where pictures are dropped or chosen. */
export function PictureDrop({ pictures, onFiles, onRemove }: Props) {
  const { t } = useTranslation('brand/logos');
  const input = useRef<HTMLInputElement>(null);
  const { over, target } = useDrop(onFiles);
  return (
    <div className={over ? 'logo-drop logo-drop-over' : 'logo-drop'} {...target}>
      {pictures.map(({ url, file, width, height }, index) => (
        <figure key={url}>
          <img src={url} alt="" />
          <figcaption>
            {file.name}
            <small>
              {width} × {height} · {formatBytes(file.size)}
            </small>
          </figcaption>
          <Button
            look="quiet"
            icon="close"
            aria-label={t('removePicture', { name: file.name })}
            onClick={() => onRemove(index)}
          />
        </figure>
      ))}
      {pictures.length < maxLogoPictures && (
        <p>
          {t(pictures.length === 0 ? 'drop' : 'dropMore')}
          <Button icon="upload" onClick={() => input.current?.click()}>
            {t('choose')}
          </Button>
        </p>
      )}
      <small>{t('dropHint')}</small>
      <input
        ref={input}
        type="file"
        hidden
        multiple
        aria-label={t('choose')}
        accept={pictureLimits.mediaTypes.join()}
        onChange={({ target: field }) => {
          onFiles([...(field.files ?? [])]);
          // Without the reset, choosing the same file after a correction would fire no event.
          field.value = '';
        }}
      />
    </div>
  );
}
