import { pages } from '@sweepline/contract';
import { useEffect } from 'react';
import { session } from '../../kit/api/session.ts';
import { forgetAnswers } from '../../kit/offline/kept-answers.ts';
import { forgetPage } from '../../kit/offline/offline-page.ts';

/** Removes what was read for the time without a network; what was written stays for the next session of the account. */
function forgetOffline() {
  void forgetAnswers();
  void forgetPage(pages.myWorkOrders.path).catch(() => {});
}

/**
 * Forgets with the console behind the login, whoever ended the session: the user, a new password, or the server because the account
 * was disabled, frozen or deleted. The end of an impersonation ends no session.
 */
export function useForgetAtEnd() {
  useEffect(
    () => () => {
      if (session.user() === null) forgetOffline();
    },
    [],
  );
}
