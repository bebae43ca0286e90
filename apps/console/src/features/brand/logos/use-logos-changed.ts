import { authCalls, companyCalls, logoCalls } from '@sweepline/contract';
import { useQueryClient } from '@tanstack/react-query';
import { send } from '../../../kit/api/api.ts';
import { session } from '../../../kit/api/session.ts';

/** Reads logos again after a change, also that above the menu: it may be inherited from the changed company. */
export function useLogosChanged() {
  const cache = useQueryClient();
  return async () => {
    session.open(await send(authCalls.check, {}, { quiet: true }));
    await Promise.all(
      [logoCalls.list.family, companyCalls.list.family].map((family) =>
        cache.invalidateQueries({ queryKey: [family] }),
      ),
    );
  };
}
