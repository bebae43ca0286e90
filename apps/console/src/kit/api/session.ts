import type { SessionUser } from '@sweepline/contract';
import { createSource } from '../store.ts';
import { browserStorage } from '../storage.ts';

const key = 'session';
/** The own session during impersonation, and the address to return to. */
const ownKey = 'session.own';
let cached: { text: string | null; user: SessionUser | null } = { text: null, user: null };

function read(): SessionUser | null {
  const text = browserStorage.getItem(key);
  // The same object for the same stored text, so that React sees no false change.
  if (text !== cached.text) cached = { text, user: text ? (JSON.parse(text) as SessionUser) : null };
  return cached.user;
}

const source = createSource(read, (changed) => {
  // Sign-in and sign-out in another tab apply to this tab too.
  addEventListener('storage', changed);
  return () => removeEventListener('storage', changed);
});

function write(text: string | null) {
  if (text === null) browserStorage.removeItem(key);
  else browserStorage.setItem(key, text);
  source.changed();
}

const signOutReasonKey = 'farewell';

/** Ends impersonation: restores the own session and its address. False when there is no impersonation. */
function leaveView(): boolean {
  const own = browserStorage.getItem(ownKey);
  if (own === null) return false;
  const { user, back } = JSON.parse(own) as { user: SessionUser; back: string };
  browserStorage.removeItem(ownKey);
  history.replaceState(null, '', back);
  write(JSON.stringify(user));
  return true;
}

/** The signed-in user, as returned by the login or by the last check. */
export const session = {
  user: read,
  token: () => read()?.session ?? '',
  open: (user: SessionUser) => {
    browserStorage.removeItem(signOutReasonKey);
    write(JSON.stringify(user));
  },
  /** The server refuses a session until it accepts an agreement. A late reply concerns no later session. */
  stopForAgreement: (token: string) => {
    const user = read();
    if (user?.session === token && !user.agreementDue) write(JSON.stringify({ ...user, agreementDue: true }));
  },
  /** The login page shows the reason. */
  close: (reason = '') => {
    // During impersonation only the impersonation ends. If the own session has ended too, its next call is refused.
    if (leaveView()) return;
    // Local storage also gives the reason to other tabs and to the page after a reload.
    if (reason) browserStorage.setItem(signOutReasonKey, reason);
    write(null);
  },
  enterView: (viewed: SessionUser, back: string) => {
    browserStorage.setItem(ownKey, JSON.stringify({ user: read(), back }));
    write(JSON.stringify(viewed));
  },
  leaveView,
  signOutReason: () => browserStorage.getItem(signOutReasonKey) ?? '',
};

/** The signed-in user, or null. */
export const useSession = source.use;
