import type { ConfirmNeeded } from '@sweepline/contract';
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '../../../kit/ui/button.tsx';
import { formatTime } from '../../../kit/format/format.ts';
import { Icon } from '../../../kit/ui/icon.tsx';
import { browserName } from './browser-name.ts';
import { confirmSignIn } from './sign-in.ts';
import './login-steps.css';

interface Props {
  confirmation: ConfirmNeeded;
  /** Back to account and password, with the reason if there is one. */
  onBack: (failure?: string) => void;
}

/** An account has one session: the second sign-in confirms that the first session is closed. */
export function ConfirmStep({ confirmation, onBack }: Props) {
  const { t } = useTranslation('people/auth');
  const [busy, setBusy] = useState(false);
  const heading = useRef<HTMLHeadingElement>(null);
  // Focus moves to the new content, because the fields that had it are gone.
  useEffect(() => heading.current?.focus(), []);

  const confirm = async () => {
    setBusy(true);
    const outcome = await confirmSignIn(confirmation.confirmToken);
    setBusy(false);
    if (outcome) onBack('failure' in outcome ? outcome.failure : '');
  };

  return (
    <>
      <h1 ref={heading} tabIndex={-1}>
        {t('confirm.title')}
      </h1>
      <p className="sl-login-hint">{t('confirm.hint')}</p>
      <dl className="sl-login-elsewhere">
        <Icon name="system" size={22} />
        <dt>{browserName(confirmation.agent) || t('unknownBrowser')}</dt>
        <dd>{confirmation.address}</dd>
        <dd>{t('confirm.since', { time: formatTime(confirmation.since) })}</dd>
      </dl>
      <Button look="main" busy={busy} onClick={() => void confirm()}>
        {t('confirm.act')}
      </Button>
      <Button look="quiet" disabled={busy} onClick={() => onBack()}>
        {t('confirm.back')}
      </Button>
    </>
  );
}
