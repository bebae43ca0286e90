import { accountStateOf, type Account } from '@sweepline/contract';
import { useTranslation } from 'react-i18next';
import { StateMark } from '../../../kit/ui/state-mark.tsx';
import { useNow } from '../../../kit/format/use-now.ts';

/** Whether the account can sign in, and if not, why. */
export function AccountMark({ account }: { account: Account }) {
  const { t } = useTranslation('people/accounts');
  const now = useNow();
  const state = accountStateOf(account);
  const until = account.initialPasswordUntil;
  if (state === 'INITIAL' && until && Date.parse(until) <= now)
    return <StateMark tone="fault" icon="key" word={t('initialOver')} />;
  if (state === 'INITIAL') return <StateMark tone="waiting" icon="key" word={t('states.INITIAL')} />;
  return state === 'DISABLED' ? (
    <StateMark tone="quiet" icon="stop" word={t('states.DISABLED')} />
  ) : (
    <StateMark tone="working" icon="check" word={t('states.ACTIVE')} />
  );
}
