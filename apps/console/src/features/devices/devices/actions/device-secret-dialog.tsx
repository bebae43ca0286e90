import { Dialog } from '../../../../kit/form/dialog.tsx';
import { useTranslation } from 'react-i18next';
import { Button } from '../../../../kit/ui/button.tsx';
import { CopyButton } from '../../../../kit/ui/copy-button.tsx';

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

/** The credentials of a device, shown once. Neither a click outside nor Escape closes the dialog. */
export function DeviceSecretDialog({ name, secret, hint, onClose }: Props) {
  const { t } = useTranslation('devices/devices');
  return (
    <Dialog
      open
      title={t('secretTitle', { name })}
      closable={false}
      keyboard={false}
      mask={{ closable: false }}
      footer={
        <Button look="main" onClick={onClose}>
          {t('secretDone')}
        </Button>
      }
    >
      <p>{hint ?? t('secretHint')}</p>
      <dl className="sl-secret">
        {(['username', 'password'] as const).map((field) => (
          <div key={field}>
            <dt>{t(field)}</dt>
            <dd>
              <code>{secret[field]}</code>
              <CopyButton what={t(field)} text={secret[field]} />
            </dd>
          </div>
        ))}
      </dl>
    </Dialog>
  );
}
