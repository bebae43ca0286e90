import { elevatorProjectCalls, pages, permissions } from '@sweepline/contract';
import { useQuery } from '@tanstack/react-query';
import { callQuery } from '../../kit/api/api.ts';
import { may } from '../../kit/api/may.ts';
import type { MenuGroup } from './menu.ts';

/** The groups without pages of lists that are empty and that the user may not begin: a company without elevators has no such page. */
export function useUsedGroups(groups: readonly MenuGroup[]): MenuGroup[] {
  const mayBegin = may(permissions.elevatorCreate);
  const { data } = useQuery({
    ...callQuery(elevatorProjectCalls.list, { pageSize: 1 }),
    enabled: !mayBegin && may(permissions.elevators),
    // Without an answer the entry stays away, as before it.
    meta: { silent: true },
  });
  const hasElevators = mayBegin || (data?.total ?? 0) > 0;
  if (hasElevators) return [...groups];
  return groups
    .map(({ group, entries }) => ({
      group,
      entries: entries.filter(({ path }) => path !== pages.elevators.path),
    }))
    .filter(({ entries }) => entries.length > 0);
}
