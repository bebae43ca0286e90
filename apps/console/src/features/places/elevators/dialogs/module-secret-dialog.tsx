import { useTranslation } from 'react-i18next';
import { Dialog } from '../../../../kit/form/dialog.tsx';
import { Button } from '../../../../kit/ui/button.tsx';
import { CopyButton } from '../../../../kit/ui/copy-button.tsx';

export interface ModuleSecret {
  serial: string;
  secret: string;
}

/** The credential of a module. The secret is shown only now: the server stores its hash. */
export function ModuleSecretDialog({
  secret: { serial, secret },
  onClose,
}: {
  secret: ModuleSecret;
  onClose: () => void;
}) {
  const { t } = useTranslation('places/elevators');
  const parts = [
    { name: t('userName'), value: serial },
    { name: t('password'), value: secret },
  ];
  return (
    <Dialog
      open
      title={t('secretTitle')}
      onCancel={onClose}
      width={560}
      maskClosable={false}
      footer={<Button onClick={onClose}>{t('secretDone')}</Button>}
    >
      <p>{t('secretOnce')}</p>
      <div role="status">
        <dl className="elevator-secret">
          {parts.map(({ name, value }) => (
            <div key={name}>
              <dt>{name}</dt>
              <dd>
                <code>{value}</code>
                <CopyButton text={value} what={name} />
              </dd>
            </div>
          ))}
        </dl>
      </div>
    </Dialog>
  );
}
