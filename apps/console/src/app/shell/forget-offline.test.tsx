import { renderHook } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createQueryClient } from '../../kit/api/query-client.ts';
import { send } from '../../kit/api/api.ts';
import { session } from '../../kit/api/session.ts';
import { trackCommand, useTrackedCommands } from '../../shared/command/tracked-commands.ts';
import { aPerson, fakeServer, Refused } from '../../test-kit/index.ts';
import { sessionCalls } from '@sweepline/contract';
import { leave } from '../console.tsx';
import { useForgetAtEnd } from './forget-offline.ts';

const remove = vi.fn<(name: string) => Promise<boolean>>();
const unregister = vi.fn<() => Promise<boolean>>();
beforeEach(() => {
  vi.stubGlobal('caches', { delete: remove.mockReset().mockResolvedValue(true) });
  const serviceWorker = { getRegistration: async () => ({ unregister }) };
  vi.stubGlobal('navigator', Object.assign(Object.create(navigator), { serviceWorker }));
});
afterEach(() => vi.unstubAllGlobals());

test('a session that the server ends leaves no page for the time without a network, and no command for the next person', async () => {
  const server = fakeServer();
  server.on(sessionCalls.list, () => {
    throw new Refused('kicked');
  });
  session.open(aPerson({ session: 'present' }));
  trackCommand({ id: 'command-1', type: 'locate', status: 'SENT' }, 'Otter');
  const { unmount } = renderHook(useForgetAtEnd);
  const client = createQueryClient({ signOut: leave });
  await client.fetchQuery({ queryKey: ['x'], queryFn: () => send(sessionCalls.list, {}) }).catch(() => {});
  expect(session.user()).toBeNull();
  unmount();
  await vi.waitFor(() => expect(remove).toHaveBeenCalledWith('sweepline-offline'));
  expect(unregister).toHaveBeenCalled();
  expect(renderHook(useTrackedCommands).result.current).toEqual([]);
});

test('the end of an impersonation and another user keep the pages', async () => {
  session.open(aPerson());
  session.enterView(aPerson({ session: 'view-token' }), '/');
  trackCommand({ id: 'command-1', type: 'locate', status: 'SENT' }, 'Otter');
  const { unmount } = renderHook(useForgetAtEnd);
  session.close('The view has ended');
  unmount();
  await Promise.resolve();
  expect(remove).not.toHaveBeenCalled();
  expect(renderHook(useTrackedCommands).result.current).toHaveLength(1);
});
