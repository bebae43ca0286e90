import { useTranslation } from 'react-i18next';
import { Dialog } from '../../../../kit/form/dialog.tsx';
import { Button } from '../../../../kit/ui/button.tsx';
import { CopyButton } from '../../../../kit/ui/copy-button.tsx';

export interface NewSecret {
  keyId: string;
  secret: string;
}

/** The secret of a new key. It is shown only now: the server keeps it sealed and never answers it again. */
export function SecretDialog({
  secret: { keyId, secret },
  onClose,
}: {
  secret: NewSecret;
  onClose: () => void;
}) {
  const { t } = useTranslation('api/users');
  const parts = [
    { name: t('keyId'), value: keyId },
    { name: t('secret'), value: secret },
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
        <dl className="api-user-secret">
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
