import type { Invitation } from '@sweepline/contract';
import { useTranslation } from 'react-i18next';

/** Whether the invited got a letter: an inviter whose letter was refused hands the link on, or corrects the address. */
export function LetterLine({ invitation: { state, letter } }: { invitation: Invitation }) {
  const { t } = useTranslation('accounts');
  if (!letter || state === 'ACCEPTED' || state === 'REVOKED') return null;
  const { state: outcome, reason } = letter;
  return (
    <small className={outcome === 'REFUSED' ? 'accounts-refused' : undefined}>
      {t(`letters.${outcome}`, { reason })}
    </small>
  );
}
