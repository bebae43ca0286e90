import { mapCalls, pages, type AlarmPlace } from '@sweepline/contract';
import { boxAround, boxGrown, shapesOf } from '@sweepline/map-core';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { may } from '../../../kit/api/may.ts';
import { MapView } from '../../../map-view/map-view.tsx';
import { useInitialView } from '../../../map-view/use-initial-view.ts';

/** The floor around the place, metres. */
const aroundM = 8;

/** The place of an alarm on the drawing that was current when it was raised. */
export function AlarmPlaceMap({ place }: { place: AlarmPlace }) {
  const { t } = useTranslation('alarms/alarms');
  const { mapId, mapName, version, x, y, ground, elements } = place;
  const box = useMemo(() => boxGrown(boxAround([{ x, y }]), aroundM), [x, y]);
  const shapes = useMemo(() => shapesOf(elements), [elements]);
  const camera = useInitialView(box);
  const name = version === null ? mapName : t('page.placeVersion', { map: mapName, version });
  return (
    <>
      <div className="alarm-map">
        <MapView label={name} ground={ground} shapes={shapes} target={{ x, y }} camera={camera} />
      </div>
      <p>{may(mapCalls.detail.allow) ? <Link to={pages.map({ id: mapId })}>{name}</Link> : name}</p>
    </>
  );
}
