import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { CallError } from '../../../../kit/api/api.ts';
import { Button } from '../../../../kit/ui/button.tsx';

interface Props {
  /** Every text is marked as accepted. */
  isComplete: boolean;
  accept: () => Promise<void>;
  decline: () => Promise<void>;
}

/** Accepts, or declines after a second press: it signs out. */
export function DecideBar({ isComplete, accept, decline }: Props) {
  const { t } = useTranslation('knowledge/agreements/reader');
  const [busy, setBusy] = useState(false);
  const [declining, setDeclining] = useState(false);
  const [failure, setFailure] = useState('');
  const run = (work: () => Promise<void>) => {
    setBusy(true);
    setFailure('');
    work()
      .catch((error: unknown) => setFailure(error instanceof CallError ? error.message : t('failedHint')))
      .finally(() => setBusy(false));
  };
  return (
    <>
      {failure !== '' && <p role="alert">{failure}</p>}
      {declining ? (
        <div className="agreement-acts" role="group" aria-label={t('decline')}>
          <p>{t('declineHint')}</p>
          <Button busy={busy} onClick={() => setDeclining(false)}>
            {t('goBack')}
          </Button>
          <Button look="danger" busy={busy} onClick={() => run(decline)}>
            {t('declineNow')}
          </Button>
        </div>
      ) : (
        <div className="agreement-acts">
          <Button look="main" busy={busy} disabled={!isComplete} onClick={() => run(accept)}>
            {t('accept')}
          </Button>
          <Button look="quiet" busy={busy} onClick={() => setDeclining(true)}>
            {t('decline')}
          </Button>
        </div>
      )}
    </>
  );
}
