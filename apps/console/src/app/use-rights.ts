import { authCalls, topics } from '@sweepline/contract';
import { useQueryClient } from '@tanstack/react-query';
import { useCallback, useEffect } from 'react';
import { send } from '../kit/api/api.ts';
import { session } from '../kit/api/session.ts';
import { useTopic } from '../kit/api/use-live.ts';

/**
 * Refreshes the stored user: once at the start, because the stored copy may be days old, and whenever the server reports
 * changed permissions. The menu, the pages and the buttons follow.
 */
export function useRights() {
  const cache = useQueryClient();
  const refresh = useCallback(async () => {
    const token = session.token();
    if (!token) return;
    const user = await cache.fetchQuery({
      queryKey: ['auth', 'check'],
      queryFn: () => send(authCalls.check, {}, { quiet: true }),
      staleTime: 0,
      // Without a network the stored copy stays. A session that has ended still signs out.
      meta: { silent: true },
    });
    // The user may have signed out or started impersonation during the request.
    if (session.token() === token) session.open(user);
  }, [cache]);

  useEffect(() => void refresh().catch(() => {}), [refresh]);
  useTopic(topics.rights, () => {
    refresh()
      .then(() => cache.invalidateQueries())
      .catch(() => {});
  });
}
