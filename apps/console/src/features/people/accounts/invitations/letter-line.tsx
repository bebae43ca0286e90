import type { Invitation } from '@sweepline/contract';
import { useTranslation } from 'react-i18next';

/** Whether the email was delivered. After a failure the inviter passes on the link or corrects the address. */
export function LetterLine({ invitation: { state, letter } }: { invitation: Invitation }) {
  const { t } = useTranslation('people/accounts');
  if (!letter || state === 'ACCEPTED' || state === 'REVOKED') return null;
  const { state: outcome, reason } = letter;
  return (
    <small className={outcome === 'REFUSED' ? 'accounts-refused' : undefined}>
      {t(`letters.${outcome}`, { reason })}
    </small>
  );
}
