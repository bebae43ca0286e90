import { useTranslation } from 'react-i18next';
import { SecretDialog } from '../../../../kit/form/secret-dialog.tsx';

export interface NewSecret {
  keyId: string;
  secret: string;
}

interface Props {
  secret: NewSecret;
  onClose: () => void;
}

/** The secret of a new key. It is shown only now: the server keeps it sealed and never answers it again. */
export function KeySecretDialog({ secret: { keyId, secret }, onClose }: Props) {
  const { t } = useTranslation('api/users');
  return (
    <SecretDialog
      title={t('secretTitle')}
      hint={t('secretOnce')}
      parts={[
        { name: t('keyId'), value: keyId },
        { name: t('secret'), value: secret },
      ]}
      done={t('secretDone')}
      onClose={onClose}
    />
  );
}
