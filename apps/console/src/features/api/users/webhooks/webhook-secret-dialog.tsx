import { useTranslation } from 'react-i18next';
import { SecretDialog } from '../../../../kit/form/secret-dialog.tsx';

interface Props {
  secret: string;
  onClose: () => void;
}

/** The secret of a webhook. It is shown only now: the server keeps it sealed and never answers it again. */
export function WebhookSecretDialog({ secret, onClose }: Props) {
  const { t } = useTranslation('api/users/webhooks');
  return (
    <SecretDialog
      title={t('secretTitle')}
      hint={t('secretOnce')}
      parts={[{ name: t('secret'), value: secret }]}
      done={t('secretDone')}
      onClose={onClose}
    />
  );
}
