import {
  mapLayerCalls,
  mapLayerRights,
  sitePlanCalls,
  type SiteDetail,
  type SiteFloor,
  type SiteRobot,
  pages,
} from '@sweepline/contract';
import { useQuery } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { Ago } from '../../../kit/format/ago.tsx';
import { callQuery } from '../../../kit/api/api.ts';
import { Empty } from '../../../kit/ui/empty.tsx';
import { keyboardScroll } from '../../../kit/list/keyboard-scroll.ts';
import { may } from '../../../kit/api/may.ts';
import { DeviceMark } from '../../../shared/words/device-mark.tsx';
import { AlignDialog } from './align-dialog.tsx';
import { frameOf } from './floor-frame.ts';
import { FloorPlan } from './floor-plan.tsx';
import { PlanButtons } from './plan-buttons.tsx';

/** Poll interval. Robots report positions five times a second, but the plan of a floor needs fewer updates. */
const pollMs = 2_000;

/** A floor: its plan with its robots, and lists of its robots and maps. */
export function FloorView({ site, floor }: { site: SiteDetail; floor: SiteFloor }) {
  const { t } = useTranslation('places/sites');
  const frame = useMemo(() => frameOf(floor), [floor]);
  const seesLayers = may(mapLayerCalls.read.allow) && may(mapLayerRights.AGE);
  const { data } = useQuery({
    ...callQuery(sitePlanCalls.robots, { id: site.id }),
    refetchInterval: pollMs,
    meta: { silent: true },
  });
  const [aligning, setAligning] = useState<string>();
  const map = floor.maps.find(({ id }) => id === aligning);
  const robots = (data?.robots ?? []).filter(({ mapId }) => floor.maps.some(({ id }) => id === mapId));
  return (
    <div className="site-room">
      <div className="site-canvas">
        {frame ? (
          <FloorPlan label={t('planLabel', { floor: floor.name })} frame={frame} robots={robots} />
        ) : (
          <Empty icon="map" title={t('noPlan')} hint={t('noPlanHint')} />
        )}
      </div>
      <aside className="site-side" ref={keyboardScroll}>
        <PlanButtons siteId={site.id} floor={floor} />
        <h2>
          {t('robots')} <small>{robots.length}</small>
        </h2>
        {robots.length === 0 && <p>{t('noRobots')}</p>}
        <ul>
          {robots.map((robot) => (
            <RobotRow
              key={robot.id}
              robot={robot}
              placed={frame?.alignments.has(robot.mapId ?? '') ?? false}
            />
          ))}
        </ul>
        <h2>
          {t('maps')} <small>{floor.maps.length}</small>
        </h2>
        {floor.maps.length === 0 && <p>{t('noMaps')}</p>}
        <ul>
          {floor.maps.map(({ id, name, pairs }) => (
            <li key={id}>
              <Link to={pages.map({ id })}>{name}</Link>
              {seesLayers && (
                <small>
                  <Link to={pages.map({ id, layer: 'age' })}>{t('heatMaps')}</Link>
                </small>
              )}
              {floor.plan && (
                <small>
                  {pairs.length > 0 ? t('aligned', { count: pairs.length }) : t('notAligned')}{' '}
                  {may(sitePlanCalls.align.allow) && (
                    <button type="button" className="sl-link" onClick={() => setAligning(id)}>
                      {t('align')}
                    </button>
                  )}
                </small>
              )}
            </li>
          ))}
        </ul>
      </aside>
      {map && floor.plan && (
        <AlignDialog
          siteId={site.id}
          floorId={floor.id}
          plan={floor.plan}
          map={map}
          onClose={() => setAligning(undefined)}
        />
      )}
    </div>
  );
}

function RobotRow({ robot, placed }: { robot: SiteRobot; placed: boolean }) {
  const { t } = useTranslation('places/sites');
  const { id, nickname, sn, lastSeenAt, state } = robot;
  return (
    <li>
      <Link to={pages.device({ id })}>{nickname || sn}</Link>
      <DeviceMark live={robot} />
      {state === 'OFFLINE' && lastSeenAt && (
        <small>
          <Ago at={lastSeenAt} />
        </small>
      )}
      {!placed && <small>{t('notPlaced')}</small>}
    </li>
  );
}
