import { pages } from '@sweepline/contract';
import { useEffect } from 'react';
import { session } from '../../kit/api/session.ts';
import { forgetAnswers } from '../../kit/offline/kept-answers.ts';
import { forgetPage } from '../../kit/offline/offline-page.ts';
import { untrackAll } from '../../shared/command/tracked-commands.ts';

/** Removes what was read for the time without a network; what was written stays for the next session of the account. */
function forgetOffline() {
  void forgetAnswers();
  void forgetPage(pages.myWorkOrders.path).catch(() => {});
}

/**
 * Forgets when the console behind the login closes. The session ended by the user, by a new password, or by the server because the
 * account was disabled, frozen or deleted. The end of an impersonation ends no session.
 */
export function useForgetAtEnd() {
  useEffect(
    () => () => {
      if (session.user() !== null) return;
      forgetOffline();
      untrackAll();
    },
    [],
  );
}
