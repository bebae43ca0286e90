import { importPath } from '@sweepline/contract';
import { useTranslation } from 'react-i18next';
import { Dialog } from '../../../kit/form/dialog.tsx';
import { QrCode } from '../../../kit/qr-code/qr-code.tsx';
import { Button } from '../../../kit/ui/button.tsx';
import { CopyButton } from '../../../kit/ui/copy-button.tsx';

export interface NewLink {
  name: string;
  token: string;
}

/** The link of a new display. It is shown only now: the server keeps a hash of it. */
export function ScreenLinkDialog({ link: { name, token }, onClose }: { link: NewLink; onClose: () => void }) {
  const { t } = useTranslation('figures/screens');
  const address = `${location.origin}${importPath(token)}`;
  return (
    <Dialog
      open
      title={t('linkTitle', { name })}
      onCancel={onClose}
      width={460}
      maskClosable={false}
      footer={<Button onClick={onClose}>{t('linkDone')}</Button>}
    >
      <p>{t('linkHint')}</p>
      <div className="screen-link" role="status">
        <input
          className="sl-input"
          readOnly
          value={address}
          aria-label={t('copyLink')}
          onFocus={({ target }) => target.select()}
        />
        <CopyButton look="main" text={address}>
          {t('copyLink')}
        </CopyButton>
      </div>
      <div className="screen-code">
        <QrCode text={address} label={t('code')} size={220} />
      </div>
      <p className="screen-once">{t('linkOnce')}</p>
    </Dialog>
  );
}
