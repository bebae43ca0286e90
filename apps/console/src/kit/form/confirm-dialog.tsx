import { Dialog } from './dialog.tsx';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '../ui/button.tsx';

interface Props {
  /** The action and its object: "Stop cleaning of Lobby J30?" */
  title: string;
  /** The action alone, as the text of the button. */
  act: string;
  /** The effect, and whether it can be undone. */
  children?: ReactNode;
  busy?: boolean;
  /** The content says why. */
  disabled?: boolean;
  onConfirm: () => void;
  onClose: () => void;
}

/** Confirms an action that moves a robot or cannot be undone. It names the object, so that a wrong choice is noticed. */
export function ConfirmDialog(props: Props) {
  const { title, act, children, busy = false, disabled = false, onConfirm, onClose } = props;
  const { t } = useTranslation('kit');
  return (
    <Dialog
      open
      title={title}
      onCancel={onClose}
      width={420}
      footer={
        <>
          <Button onClick={onClose}>{t('cancel')}</Button>
          <Button look="danger" busy={busy} disabled={disabled} onClick={onConfirm} autoFocus>
            {act}
          </Button>
        </>
      }
    >
      {children}
    </Dialog>
  );
}
