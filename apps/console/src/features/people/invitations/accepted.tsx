import { useTranslation } from 'react-i18next';
import { Button } from '../../../kit/ui/button.tsx';
import { Empty } from '../../../kit/ui/empty.tsx';
import { session } from '../../../kit/api/session.ts';

/** Confirms the new account. Signing in ends the session of any other account in this browser. */
export function Accepted({ username }: { username: string }) {
  const { t } = useTranslation('people/invitations');
  const signIn = () => {
    session.close();
    location.assign('/login');
  };
  return (
    <Empty icon="check" title={t('acceptedTitle', { username })} hint={t('acceptedHint')}>
      <Button look="main" onClick={signIn}>
        {t('signIn')}
      </Button>
    </Empty>
  );
}
