import { elevatorCalls, type MapDetail } from '@sweepline/contract';
import { checkLiftPoints, type Finding, type Shapes, type SiteLift } from '@sweepline/map-core';
import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { callQuery } from '../../../../kit/api/api.ts';
import { may } from '../../../../kit/api/may.ts';

const pageSize = 200;

/** The elevators of the site of a map; undefined while they are not known, and for a map without a site. */
export function useSiteLifts({ site }: Pick<MapDetail, 'site'>): readonly SiteLift[] | undefined {
  const { data } = useQuery({
    ...callQuery(elevatorCalls.list, { siteId: site?.id, pageSize }),
    enabled: site !== null && may(elevatorCalls.list.allow),
    meta: { silent: true },
  });
  return data?.list;
}

/** Elevator points of a drawing that fit no elevator. */
export function useLiftFindings(
  mapId: string,
  lifts: readonly SiteLift[] | undefined,
  shapes: Shapes,
): readonly Finding[] {
  return useMemo(() => (lifts ? checkLiftPoints(shapes.values(), mapId, lifts) : []), [lifts, mapId, shapes]);
}
