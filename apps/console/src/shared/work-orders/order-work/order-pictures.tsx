import type { WorkOrderPictureKind } from '@sweepline/contract';
import { useTranslation } from 'react-i18next';
import { CallError } from '../../../kit/api/api.ts';
import { Button } from '../../../kit/ui/button.tsx';
import { Icon } from '../../../kit/ui/icon.tsx';
import { StoredImage } from '../../../kit/ui/stored-image.tsx';
import { toast } from '../../../kit/ui/toasts.ts';
import { PicturePicker } from './picture-picker.tsx';
import type { PictureStore, ShownPicture } from './picture-store.ts';
import './order-work.css';

interface Props {
  store: PictureStore;
  /** The kind of pictures that are added here. */
  kind: WorkOrderPictureKind;
  /** The pictures that are shown; without it all of this kind. */
  ids?: readonly string[];
  label: string;
  max: number;
  readOnly?: boolean;
  /** The ids after an addition or a removal. */
  onChange?: (ids: string[]) => void;
}

/** Thumbnails of pictures, with a button to add further ones. */
export function OrderPictures({ store, kind, ids, label, max, readOnly = false, onChange }: Props) {
  const { t } = useTranslation('order-work');
  const pictures = ids
    ? ids.flatMap((id) => store.pictures.find((picture) => picture.id === id) ?? [])
    : store.pictures.filter((picture) => picture.kind === kind);
  const present = ids ?? pictures.map(({ id }) => id);
  const { remove } = store;
  const drop = async (id: string) => {
    onChange?.(present.filter((each) => each !== id));
    // A picture of an answer is only taken out of it: the answer that is stored may still name it.
    if (ids) return;
    await remove?.(id).catch((error: unknown) => {
      if (error instanceof CallError)
        toast({ tone: 'failed', text: Object.values(error.fields)[0] ?? error.message });
    });
  };
  return (
    <div className="ow-pictures">
      {pictures.length > 0 && (
        <ul aria-label={label}>
          {pictures.map((picture, place) => (
            <li key={picture.id}>
              <Picture picture={picture} alt={`${label} ${place + 1}`} />
              {!readOnly && (ids || remove) && (
                <Button
                  look="quiet"
                  icon="close"
                  aria-label={t('removePicture', { number: place + 1 })}
                  onClick={() => void drop(picture.id)}
                />
              )}
            </li>
          ))}
        </ul>
      )}
      {readOnly && pictures.length === 0 && <span className="ow-none">{t('none')}</span>}
      {!readOnly && pictures.length < max && (
        <PicturePicker store={store} kind={kind} onAdded={(added) => onChange?.([...present, ...added])} />
      )}
    </div>
  );
}

/** One picture, from the server or from this device. */
export function Picture({ picture: { file, url }, alt }: { picture: ShownPicture; alt: string }) {
  if (url) return <img src={url} alt={alt} />;
  return (
    <StoredImage address={file ?? ''} alt={alt}>
      <span className="ow-placeholder">
        <Icon name="box" />
      </span>
    </StoredImage>
  );
}
