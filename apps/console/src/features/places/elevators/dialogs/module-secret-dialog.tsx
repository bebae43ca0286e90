import { useTranslation } from 'react-i18next';
import { SecretDialog } from '../../../../kit/form/secret-dialog.tsx';

export interface ModuleSecret {
  serial: string;
  secret: string;
}

interface Props {
  secret: ModuleSecret;
  onClose: () => void;
}

/** The credential of a module. The secret is shown only now: the server stores its hash. */
export function ModuleSecretDialog({ secret: { serial, secret }, onClose }: Props) {
  const { t } = useTranslation('places/elevators');
  return (
    <SecretDialog
      title={t('secretTitle')}
      hint={t('secretOnce')}
      parts={[
        { name: t('userName'), value: serial },
        { name: t('password'), value: secret },
      ]}
      done={t('secretDone')}
      onClose={onClose}
    />
  );
}
