import { authCalls, errors, sessionCalls } from '@sweepline/contract';
import { beforeEach, expect, test, vi } from 'vitest';
import { aPerson, fakeServer, Refused } from '../../test-kit/index.ts';
import { CallError, send } from './api.ts';
import { deviceSecret } from './device-secret.ts';
import { session } from './session.ts';

let server: ReturnType<typeof fakeServer>;
beforeEach(() => {
  server = fakeServer();
});

test('a refused call carries the token of its own session after another session was opened', async () => {
  session.open(aPerson({ session: 'old' }));
  server.on(sessionCalls.list, () => {
    session.open(aPerson({ session: 'new' }));
    throw new Refused('kicked');
  });
  const failed = await send(sessionCalls.list, {}).catch((error: unknown) => error);
  expect(failed).toBeInstanceOf(CallError);
  expect(failed).toMatchObject({ code: errors.kicked.code, token: 'old' });
  expect(session.token()).toBe('new');
});

test('the reason of a sign-out is stored until the next sign-in', () => {
  session.open(aPerson());
  session.close('Signed in elsewhere');
  expect([session.user(), session.signOutReason()]).toEqual([null, 'Signed in elsewhere']);
  session.open(aPerson());
  session.close();
  expect(session.signOutReason()).toBe('');
});

test('calls of a page without input for five minutes carry the background header', async () => {
  vi.useFakeTimers();
  server.on(authCalls.logout, () => ({}));
  const backgroundFlag = async () => {
    await send(authCalls.logout, {});
    return server.requests.at(-1)?.headers.get('x-unasked');
  };
  dispatchEvent(new Event('keydown'));
  expect(await backgroundFlag()).toBeNull();
  vi.advanceTimersByTime(5 * 60_000 + 1);
  expect(await backgroundFlag()).toBe('1');
  dispatchEvent(new Event('pointerdown'));
  expect(await backgroundFlag()).toBeNull();
  vi.useRealTimers();
});

test('the device secret is created once', () => {
  expect(deviceSecret()).toBe(deviceSecret());
  expect(deviceSecret()).toMatch(/^[0-9a-f]{32}$/);
});
