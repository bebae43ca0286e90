import { Dialog } from '../../../kit/form/dialog.tsx';
import { useTranslation } from 'react-i18next';
import { session, useSession } from '../../../kit/api/session.ts';
import { PasswordForm } from './password-form.tsx';

/** Changes the user's own password. It closes all sessions, and states so first. */
export function PasswordDialog({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation('people/auth');
  const user = useSession();
  if (!user) return null;
  return (
    <Dialog open title={t('changeTitle')} width={440} footer={null} onCancel={onClose}>
      <p className="sl-password-hint">{t('changeHint')}</p>
      <PasswordForm user={user} onDone={() => session.close(t('changed'))} />
    </Dialog>
  );
}
