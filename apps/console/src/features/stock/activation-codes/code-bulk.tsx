import { activationCodeCalls, type ActivationCode } from '@sweepline/contract';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '../../../kit/ui/button.tsx';
import { may } from '../../../kit/api/may.ts';
import { LinkDialog } from './dialogs/link-dialog.tsx';
import { RevokeDialog } from './dialogs/revoke-dialog.tsx';

/** The actions on several codes at once; each code gets its own result. */
export function CodeBulk({ rows, onDone }: { rows: ActivationCode[]; onDone: () => void }) {
  const { t } = useTranslation('stock/activation-codes');
  const [open, setOpen] = useState<'link' | 'revoke' | null>(null);
  // A copy of the selected rows: the list refreshes while the dialog still shows the results.
  const [chosen, setChosen] = useState(rows);
  const show = (what: 'link' | 'revoke') => {
    setChosen(rows);
    setOpen(what);
  };
  const close = (changed: boolean) => {
    setOpen(null);
    if (changed) onDone();
  };
  return (
    <>
      {may(activationCodeCalls.link.allow) && (
        <Button icon="building" onClick={() => show('link')}>
          {t('link')}
        </Button>
      )}
      {may(activationCodeCalls.revoke.allow) && (
        <Button look="danger" onClick={() => show('revoke')}>
          {t('revoke')}
        </Button>
      )}
      {open === 'link' && <LinkDialog codes={chosen} onClose={close} />}
      {open === 'revoke' && <RevokeDialog codes={chosen} onClose={close} />}
    </>
  );
}
