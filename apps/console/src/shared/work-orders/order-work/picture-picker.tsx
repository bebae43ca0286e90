import { maxPicturesAtOnce, type WorkOrderPictureKind } from '@sweepline/contract';
import { useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { CallError } from '../../../kit/api/api.ts';
import { formatNumber } from '../../../kit/format/format.ts';
import { Button } from '../../../kit/ui/button.tsx';
import { toast } from '../../../kit/ui/toasts.ts';
import type { PictureStore } from './picture-store.ts';
import { shrinkPicture } from './shrink-picture.ts';
import './order-work.css';

interface Props {
  store: PictureStore;
  kind: WorkOrderPictureKind;
  /** The ids of the pictures that were kept, in the order of the choice. */
  onAdded?: (ids: string[]) => void;
  disabled?: boolean;
}

/** Takes or chooses pictures, shrinks them on this device, and keeps one after the other. */
export function PicturePicker({ store, kind, onAdded, disabled = false }: Props) {
  const { t } = useTranslation('order-work');
  const camera = useRef<HTMLInputElement>(null);
  const library = useRef<HTMLInputElement>(null);
  const [progress, setProgress] = useState<{ done: number; total: number }>();
  const keep = async (files: readonly File[]) => {
    const chosen = files.slice(0, maxPicturesAtOnce);
    if (files.length > chosen.length)
      toast({ tone: 'failed', text: t('tooManyPictures', { count: maxPicturesAtOnce }) });
    const ids: string[] = [];
    for (const [place, file] of chosen.entries()) {
      setProgress({ done: place, total: chosen.length });
      try {
        const small = await shrinkPicture(file);
        ids.push(await store.add(small, kind));
      } catch (error) {
        const reason = error instanceof CallError ? (Object.values(error.fields)[0] ?? error.message) : null;
        toast({
          tone: 'failed',
          text: t('pictureFailed', { name: file.name, reason: reason ?? t('noPicture') }),
        });
      }
    }
    setProgress(undefined);
    if (ids.length > 0) onAdded?.(ids);
  };
  const input = (ref: typeof camera, more: { capture?: 'environment'; multiple?: boolean }) => (
    <input
      ref={ref}
      hidden
      type="file"
      accept="image/jpeg,image/png,image/gif"
      {...more}
      onChange={({ target }) => {
        void keep([...(target.files ?? [])]);
        target.value = '';
      }}
    />
  );
  const busy = progress !== undefined;
  return (
    <div className="ow-picker">
      {input(camera, { capture: 'environment' })}
      {input(library, { multiple: true })}
      <Button
        className="ow-camera"
        icon="camera"
        busy={busy}
        disabled={disabled}
        onClick={() => camera.current?.click()}
      >
        {t('takePicture')}
      </Button>
      <Button icon="upload" busy={busy} disabled={disabled} onClick={() => library.current?.click()}>
        {t('addPictures')}
      </Button>
      <small role="status">
        {progress &&
          t('pictureProgress', {
            done: formatNumber(progress.done + 1),
            total: formatNumber(progress.total),
          })}
      </small>
    </div>
  );
}
