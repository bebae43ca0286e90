import type { WorkOrderDetail, WorkOrderPicture } from '@sweepline/contract';
import { useState, type KeyboardEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { Dialog } from '../../../../kit/form/dialog.tsx';
import { formatNumber, formatTime } from '../../../../kit/format/format.ts';
import { Button } from '../../../../kit/ui/button.tsx';
import { StoredImage } from '../../../../kit/ui/stored-image.tsx';
import {
  AttachSnapshotButton,
  mayAttach,
} from '../../../../shared/video/evidence/attach-snapshot-button.tsx';
import { useWorkOrderWords } from '../../../../shared/work-order-words/use-work-order-words.ts';

const ofOrder = ({ id }: WorkOrderDetail) => ({ kind: 'ORDER' as const, id });

/** Whether the order has pictures, or takes snapshots of its robot. */
export const hasOrderPictures = ({ pictures, state, device }: WorkOrderDetail): boolean =>
  pictures.length > 0 || (state !== 'RESOLVED' && device?.id != null && mayAttach('ORDER'));

/** The pictures, small; a press opens one in full size. */
export function OrderPictures({ order }: { order: WorkOrderDetail }) {
  const { pictures, state, device } = order;
  const { t } = useTranslation('service/orders');
  const { word } = useWorkOrderWords();
  const [open, setOpen] = useState<number | null>(null);
  const nameOf = ({ kind, at }: WorkOrderPicture) => `${word('pictureKind', kind)}, ${formatTime(at)}`;
  return (
    <>
      {pictures.length === 0 && <p className="order-quiet">{t('noPictures')}</p>}
      <ul className="order-pictures">
        {pictures.map((picture, index) => (
          <li key={picture.id}>
            <button type="button" aria-label={nameOf(picture)} onClick={() => setOpen(index)}>
              <StoredImage address={picture.file} alt="" />
            </button>
            <small>{word('pictureKind', picture.kind)}</small>
          </li>
        ))}
      </ul>
      {state !== 'RESOLVED' && device?.id != null && (
        <AttachSnapshotButton target={ofOrder(order)} deviceId={device.id} deviceName={device.name} />
      )}
      {open !== null && (
        <PictureDialog
          pictures={pictures}
          index={open}
          nameOf={nameOf}
          onChange={setOpen}
          onClose={() => setOpen(null)}
        />
      )}
    </>
  );
}

interface DialogProps {
  pictures: readonly WorkOrderPicture[];
  index: number;
  nameOf: (picture: WorkOrderPicture) => string;
  onChange: (index: number) => void;
  onClose: () => void;
}

/** One picture in full size; the arrow keys go to the next. */
function PictureDialog({ pictures, index, nameOf, onChange, onClose }: DialogProps) {
  const { t } = useTranslation('service/orders');
  const picture = pictures[index];
  if (!picture) return null;
  const go = (by: number) => {
    if (pictures[index + by]) onChange(index + by);
  };
  const keys = {
    onKeyDown: ({ key }: KeyboardEvent) => go(key === 'ArrowRight' ? 1 : key === 'ArrowLeft' ? -1 : 0),
  };
  const buttons = [
    { by: -1, icon: 'left', text: t('picture.before') },
    { by: 1, icon: 'right', text: t('picture.next') },
  ] as const;
  return (
    <Dialog open title={nameOf(picture)} width={900} footer={null} onCancel={onClose}>
      <div className="order-picture" role="group" aria-label={nameOf(picture)} {...keys}>
        <StoredImage address={picture.file} alt={nameOf(picture)} />
        {pictures.length > 1 && (
          <footer>
            {buttons.map(({ by, icon, text }) => (
              <Button
                key={by}
                icon={icon}
                aria-label={text}
                autoFocus={by === 1}
                disabled={!pictures[index + by]}
                onClick={() => go(by)}
              />
            ))}
            <span>
              {t('picture.of', { index: formatNumber(index + 1), total: formatNumber(pictures.length) })}
            </span>
          </footer>
        )}
      </div>
    </Dialog>
  );
}
