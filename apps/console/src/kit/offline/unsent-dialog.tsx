import { useTranslation } from 'react-i18next';
import { ConfirmDialog } from '../form/confirm-dialog.tsx';

interface Props {
  count: number;
  /** The text of the button. */
  act: string;
  onConfirm: () => void;
  onClose: () => void;
}

/** Asks a user with unsent work before the session ends. */
export function UnsentDialog({ count, ...rest }: Props) {
  const { t } = useTranslation('kit');
  return (
    <ConfirmDialog title={t('unsent.title')} {...rest}>
      {t('unsent.text', { count })}
    </ConfirmDialog>
  );
}
