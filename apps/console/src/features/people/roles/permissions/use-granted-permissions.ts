import { everything } from '@sweepline/contract';
import { useMemo } from 'react';
import { useSession } from '../../../../kit/api/session.ts';
import type { Codes } from './permission-choice.ts';

/** The permissions of the signed-in account, which it may add to a role. */
export function useGrantedPermissions(): Codes {
  const user = useSession();
  return useMemo(
    () =>
      user?.roleType === 1
        ? new Set([everything])
        : new Set(user?.authorities.map(({ authority }) => authority)),
    [user],
  );
}
