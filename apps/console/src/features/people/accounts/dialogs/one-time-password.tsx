import type { InitialPassword } from '@sweepline/contract';
import { Dialog } from '../../../../kit/form/dialog.tsx';
import { useTranslation } from 'react-i18next';
import { Button } from '../../../../kit/ui/button.tsx';
import { formatTime } from '../../../../kit/format/format.ts';
import { CopyButton } from '../../../../kit/ui/copy-button.tsx';

interface Props {
  name: string;
  username: string;
  initial: InitialPassword;
  onClose: () => void;
}

/** An initial password, shown once. Neither a click outside nor Escape closes the dialog. */
export function OneTimePassword({ name, username, initial: { password, until }, onClose }: Props) {
  const { t } = useTranslation('people/accounts');
  return (
    <Dialog
      open
      title={t('passwordTitle', { name })}
      closable={false}
      keyboard={false}
      mask={{ closable: false }}
      footer={
        <Button look="main" onClick={onClose}>
          {t('passwordDone')}
        </Button>
      }
    >
      <p>{t('passwordHint', { until: formatTime(until) })}</p>
      <dl className="sl-secret">
        <div>
          <dt>{t('username')}</dt>
          <dd>
            <code>{username}</code>
            <CopyButton what={t('username')} text={username} />
          </dd>
        </div>
        <div>
          <dt>{t('password')}</dt>
          <dd>
            <code>{password}</code>
            <CopyButton what={t('password')} text={password} />
          </dd>
        </div>
      </dl>
    </Dialog>
  );
}
