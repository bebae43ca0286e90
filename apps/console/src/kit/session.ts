import type { SessionUser } from '@sweepline/contract';
import { useSyncExternalStore } from 'react';

const key = 'session';
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

let farewell = '';

/** The signed-in person, as the server described them at login or at the last check. */
export const session = {
  user: read,
  token: () => read()?.session ?? '',
  open: (user: SessionUser) => {
    farewell = '';
    write(JSON.stringify(user));
  },
  /** The reason is shown on the login page: somebody who was put out must not wonder why. */
  close: (reason = '') => {
    farewell = reason;
    write(null);
  },
  farewell: () => farewell,
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
export const useSession = () => useSyncExternalStore(subscribe, read);
