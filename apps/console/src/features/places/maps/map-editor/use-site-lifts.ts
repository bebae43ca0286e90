import { elevatorCalls, type MapDetail } from '@sweepline/contract';
import { checkLiftPoints, type SiteLift } from '@sweepline/map-core';
import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { callQuery } from '../../../../kit/api/api.ts';
import { may } from '../../../../kit/api/may.ts';
import type { SessionState } from './session/editor-session-state.ts';

const pageSize = 200;

/** The elevators of the site of a map; undefined while they are not known, and for a map without a site. */
function useSiteLifts({ site }: Pick<MapDetail, 'site'>): readonly SiteLift[] | undefined {
  const { data } = useQuery({
    ...callQuery(elevatorCalls.list, { siteId: site?.id, pageSize }),
    enabled: site !== null && may(elevatorCalls.list.allow),
    meta: { silent: true },
  });
  return data?.list;
}

/** The elevators of the site, and the state of the editor with the findings about elevator points that fit none of them. */
export function useLiftFindings(map: Pick<MapDetail, 'id' | 'site'>, drawn: SessionState) {
  const lifts = useSiteLifts(map);
  const { id } = map;
  const { editor, findings } = drawn;
  const { shapes } = editor;
  const all = useMemo(
    () => (lifts ? [...findings, ...checkLiftPoints(shapes.values(), id, lifts)] : findings),
    [lifts, id, shapes, findings],
  );
  return { lifts, state: { ...drawn, findings: all } };
}
