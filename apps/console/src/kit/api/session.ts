import type { SessionUser } from '@sweepline/contract';
import { useSyncExternalStore } from 'react';

const key = 'session';
/** The own session while another account is looked through, and where it was. */
const ownKey = 'session.own';
const listeners = new Set<() => void>();
let known: { text: string | null; user: SessionUser | null } = { text: null, user: null };

function read(): SessionUser | null {
  const text = localStorage.getItem(key);
  // One object per stored text, so that React sees a change only when there is one.
  if (text !== known.text) known = { text, user: text ? (JSON.parse(text) as SessionUser) : null };
  return known.user;
}

function write(text: string | null) {
  if (text === null) localStorage.removeItem(key);
  else localStorage.setItem(key, text);
  listeners.forEach((listener) => listener());
}

const farewellKey = 'farewell';

/** Brings the own session back to where it was; false when nobody is looked through. */
function leaveView(): boolean {
  const own = localStorage.getItem(ownKey);
  if (own === null) return false;
  const { user, back } = JSON.parse(own) as { user: SessionUser; back: string };
  localStorage.removeItem(ownKey);
  history.replaceState(null, '', back);
  write(JSON.stringify(user));
  return true;
}

/** The signed-in person, as the server described them at login or at the last check. */
export const session = {
  user: read,
  token: () => read()?.session ?? '',
  open: (user: SessionUser) => {
    localStorage.removeItem(farewellKey);
    write(JSON.stringify(user));
  },
  /** The reason is shown on the login page: somebody who was put out must not wonder why. */
  close: (reason = '') => {
    // What ends a view ends the view alone; if the own session has ended too, its next call says so.
    if (leaveView()) return;
    // Kept where the other tabs and a reload find it too: each of them leaves for the same reason.
    if (reason) localStorage.setItem(farewellKey, reason);
    write(null);
  },
  enterView: (viewed: SessionUser, back: string) => {
    localStorage.setItem(ownKey, JSON.stringify({ user: read(), back }));
    write(JSON.stringify(viewed));
  },
  leaveView,
  signOutReason: () => localStorage.getItem(farewellKey) ?? '',
};

function subscribe(listener: () => void) {
  listeners.add(listener);
  // Another tab signing in or out is the same person at the same desk.
  addEventListener('storage', listener);
  return () => {
    listeners.delete(listener);
    removeEventListener('storage', listener);
  };
}

/** Null while nobody is signed in. */
export const useSession = () => useSyncExternalStore(subscribe, read, read);
