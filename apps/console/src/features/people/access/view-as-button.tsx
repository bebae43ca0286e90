import { accountCodes, sideOf } from '@sweepline/contract';
import { useMutation } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { Button } from '../../../kit/ui/button.tsx';
import { may } from '../../../kit/api/may.ts';
import { useSession } from '../../../kit/api/session.ts';
import { startView } from '../../../shared/people/impersonation.ts';
import type { Explained } from './explanation.tsx';

/** Starts impersonation. The server decides; the button is hidden only when the caller can never impersonate. */
export function ViewAsButton({ account }: { account: Explained['account'] }) {
  const { t } = useTranslation('people/access');
  const user = useSession();
  const start = useMutation({ mutationFn: () => startView(account.id) });
  const offered = !user?.viewer && user?.userId !== account.id;
  if (!offered || !may(accountCodes.viewAs[sideOf(account.companyType)])) return null;
  return (
    <Button icon="seen" busy={start.isPending} onClick={() => start.mutate()}>
      {t('viewAs', { name: account.nickname })}
    </Button>
  );
}
