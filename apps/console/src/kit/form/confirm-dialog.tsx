import { Modal } from 'antd';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '../ui/button.tsx';

interface Props {
  /** The act and its object: "Stop cleaning of Lobby J30?" */
  title: string;
  /** The act alone, on the button. */
  act: string;
  /** What happens then, and whether it can be taken back. */
  children?: ReactNode;
  busy?: boolean;
  onConfirm: () => void;
  onClose: () => void;
}

/** Asked before what moves a robot or cannot be undone; names the object, so that the wrong one is noticed. */
export function ConfirmDialog({ title, act, children, busy = false, onConfirm, onClose }: Props) {
  const { t } = useTranslation('kit');
  return (
    <Modal
      open
      title={title}
      onCancel={onClose}
      width={420}
      footer={
        <>
          <Button onClick={onClose}>{t('cancel')}</Button>
          <Button look="danger" busy={busy} onClick={onConfirm} autoFocus>
            {act}
          </Button>
        </>
      }
    >
      {children}
    </Modal>
  );
}
