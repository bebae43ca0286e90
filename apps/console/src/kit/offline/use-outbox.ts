import type { Call, Sent } from '@sweepline/contract';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { CallError, send } from '../api/api.ts';
import { session } from '../api/session.ts';
import { createOutbox, type Outbox } from './outbox.ts';
import type { OutboxEntry } from './outbox-entry.ts';
import { outboxStore } from './outbox-store.ts';

const againMs = 30_000;
/** A picture of one megabyte at 10 KB per second. */
const uploadMs = 120_000;

/** Sends an entry as its account, and never as another one that signed in later. */
function deliverAs(owner: string, calls: readonly Call[], entry: OutboxEntry, files: Record<string, Blob>) {
  const user = session.user();
  if (!navigator.onLine || user?.userId !== owner || user.viewer) return undefined;
  const call = calls.find(({ path }) => path === entry.path);
  if (!call) return Promise.reject(new CallError(404, ''));
  const hasFiles = entry.files.length > 0;
  return send(call, entry.input as Sent<Call>, {
    quiet: true,
    token: user.session,
    key: entry.id,
    ...(hasFiles && { files, timeoutMs: uploadMs }),
  });
}

/**
 * The outbox of the signed-in account for these calls. It sends when the page opens or becomes visible, when the network is back, and
 * twice a minute. The page sends instead of a background sync, which iOS does not have.
 */
export function useOutbox(
  calls: readonly Call[],
  realIdOf?: (entry: OutboxEntry, output: unknown) => string | undefined,
): Outbox {
  const cache = useQueryClient();
  const owner = session.user()?.userId ?? '';
  const [outbox] = useState(() =>
    createOutbox({
      owner,
      store: outboxStore,
      deliver: (entry, files) => deliverAs(owner, calls, entry, files),
      ...(realIdOf && { realIdOf }),
      onAnswer: ({ path }) => {
        const family = calls.find((call) => call.path === path)?.family;
        void cache.invalidateQueries({ queryKey: [family] });
      },
      now: () => new Date(),
    }),
  );
  useEffect(() => {
    const run = () => void outbox.run().catch(() => {});
    void outbox.read().then(run, () => {});
    addEventListener('online', run);
    document.addEventListener('visibilitychange', run);
    const timer = setInterval(run, againMs);
    return () => {
      removeEventListener('online', run);
      document.removeEventListener('visibilitychange', run);
      clearInterval(timer);
    };
  }, [outbox]);
  return outbox;
}

/** Entries of the signed-in account that were not sent yet. */
export const countUnsent = async (): Promise<number> =>
  (await outboxStore.read(session.user()?.userId ?? '').catch(() => [])).length;
