import { Modal } from 'antd';
import { useTranslation } from 'react-i18next';
import { session, useSession } from '../../kit/api/session.ts';
import { PasswordForm } from './password-form.tsx';

/** Changes the user's own password. It closes all sessions, and states so first. */
export function PasswordDialog({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation('auth');
  const user = useSession();
  if (!user) return null;
  return (
    <Modal
      open
      title={t('changeTitle')}
      width={440}
      mask={{ closable: false }}
      keyboard={false}
      footer={null}
      onCancel={onClose}
    >
      <p className="sl-password-hint">{t('changeHint')}</p>
      <PasswordForm user={user} onDone={() => session.close(t('changed'))} />
    </Modal>
  );
}
