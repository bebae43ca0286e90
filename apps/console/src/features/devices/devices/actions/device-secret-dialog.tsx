import { useTranslation } from 'react-i18next';
import { SecretDialog } from '../../../../kit/form/secret-dialog.tsx';

export interface Secret {
  username: string;
  password: string;
}

interface Props {
  name: string;
  secret: Secret;
  /** The purpose of the credentials, when they are not needed at once. */
  hint?: string;
  onClose: () => void;
}

/** The credentials of a device, shown once. */
export function DeviceSecretDialog({ name, secret, hint, onClose }: Props) {
  const { t } = useTranslation('devices/devices');
  return (
    <SecretDialog
      title={t('secretTitle', { name })}
      hint={hint ?? t('secretHint')}
      parts={(['username', 'password'] as const).map((field) => ({ name: t(field), value: secret[field] }))}
      done={t('secretDone')}
      onClose={onClose}
    />
  );
}
