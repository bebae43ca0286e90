import { importPath } from '@sweepline/contract';
import { Dialog } from '../../../../kit/form/dialog.tsx';
import { useTranslation } from 'react-i18next';
import { Button } from '../../../../kit/ui/button.tsx';
import { formatTime } from '../../../../kit/format/format.ts';
import { CopyButton } from '../../../../kit/ui/copy-button.tsx';

export interface InvitationLink {
  token: string;
  expiresAt: string;
}

interface Props {
  email: string;
  link: InvitationLink;
  onClose: () => void;
}

/** A link to pass on, shown once; the list can create another. */
export function LinkDialog({ email, link: { token, expiresAt }, onClose }: Props) {
  const { t } = useTranslation('people/accounts');
  const address = `${location.origin}${importPath(token)}`;
  return (
    <Dialog
      open
      title={t('linkTitle', { email })}
      closable={false}
      keyboard={false}
      mask={{ closable: false }}
      footer={
        <Button look="main" onClick={onClose}>
          {t('linkDone')}
        </Button>
      }
    >
      <p>{t('linkHint', { until: formatTime(expiresAt) })}</p>
      <div className="accounts-link">
        <input
          className="sl-input"
          readOnly
          value={address}
          aria-label={t('link')}
          onFocus={({ target }) => target.select()}
        />
        <CopyButton what={t('link')} text={address} />
      </div>
    </Dialog>
  );
}
