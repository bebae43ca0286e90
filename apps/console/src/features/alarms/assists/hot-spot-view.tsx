import { assistCalls, mapCalls, type HotSpot } from '@sweepline/contract';
import { boxAround, boxGrown, shapesOf } from '@sweepline/map-core';
import { useQuery } from '@tanstack/react-query';
import { Select } from 'antd';
import { useMemo, useState, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { Ago } from '../../../kit/format/ago.tsx';
import { callQuery } from '../../../kit/api/api.ts';
import { Empty } from '../../../kit/ui/empty.tsx';
import { Failure } from '../../../kit/ui/failure.tsx';
import { formatDuration, formatNumber } from '../../../kit/format/format.ts';
import { Icon } from '../../../kit/ui/icon.tsx';
import { keyboardScroll } from '../../../kit/list/keyboard-scroll.ts';
import { may } from '../../../kit/api/may.ts';
import { Skeleton } from '../../../kit/ui/skeleton.tsx';
import { useAddress } from '../../../kit/list/use-address.ts';
import { useWords } from '../../../shared/words/use-words.ts';
import { MapView } from '../../../map-view/map-view.tsx';
import { useInitialView } from '../../../map-view/use-initial-view.ts';
import { adviceAddress, adviceIcons, circleOf } from './assist-styles.ts';

const marginM = 4;

interface Props {
  from: string | undefined;
  to: string | undefined;
}

/** The places of a floor where robots needed repeated assists, with suggested changes. */
export function HotSpotView({ from, to }: Props) {
  const { t } = useTranslation('alarms/assists');
  const [mapParam, setMap] = useAddress('map');
  const period = { ...(from && { from }), ...(to && { to }) };
  const summary = useQuery({ ...callQuery(assistCalls.summary, period), meta: { silent: true } });
  const maps = summary.data?.maps ?? [];
  const mapId = maps.find(({ id }) => id === mapParam)?.id ?? maps[0]?.id ?? '';
  const query = useQuery({
    ...callQuery(assistCalls.hotSpots, { mapId, ...period }),
    enabled: mapId !== '',
    meta: { silent: true },
  });
  if (summary.error) return <Failure error={summary.error} onRetry={() => void summary.refetch()} />;
  if (summary.data && maps.length === 0)
    return <Empty icon="hand" title={t('noPlaces')} hint={t('noPlacesHint')} />;
  if (query.error) return <Failure error={query.error} onRetry={() => void query.refetch()} />;
  if (!query.data) return <Skeleton lines={8} />;
  return (
    <div className="assist-spots">
      <Floor key={mapId} mapId={mapId} {...query.data}>
        <Select
          aria-label={t('map')}
          value={mapId}
          onChange={setMap}
          popupMatchSelectWidth={false}
          options={maps.map(({ id, name, count }) => ({
            value: id,
            label: `${name} (${formatNumber(count)})`,
          }))}
        />
      </Floor>
    </div>
  );
}

interface FloorProps {
  mapId: string;
  ground: Parameters<typeof MapView>[0]['ground'];
  spots: HotSpot[];
  places: { x: number; y: number }[];
  children: ReactNode;
}

function Floor({ mapId, ground, spots, places, children }: FloorProps) {
  const { t } = useTranslation('alarms/assists');
  const { word } = useWords();
  const [selected, select] = useState<string>();
  const spot = spots.find(({ id }) => id === selected);
  const box = useMemo(
    () =>
      boxGrown(
        boxAround(spot ? circleOf(spot) : spots.length > 0 ? spots.flatMap(circleOf) : places),
        marginM,
      ),
    [spot, spots, places],
  );
  const camera = useInitialView(box);
  const causes = (one: HotSpot) =>
    one.codes.map(({ code, count }) => `${word('alarm', code)} ×${formatNumber(count)}`).join(' · ');
  const shapes = shapesOf({
    zones: spots.map((one) => ({
      id: one.id,
      type: 'NO_CLEAN' as const,
      name: t('times', { count: one.count, shown: formatNumber(one.count) }),
      points: circleOf(one),
    })),
  });
  return (
    <>
      <div className="assist-map">
        <MapView
          label={t('mapLabel')}
          ground={ground}
          shapes={shapes}
          camera={camera}
          {...(selected !== undefined && { selected })}
          onSelect={(chosen) => select(spots.find(({ id }) => id === chosen?.id)?.id)}
        />
      </div>
      <aside className="assist-side" ref={keyboardScroll}>
        {children}
        <h2>{t('spotsTitle')}</h2>
        {spots.length === 0 && <p>{t('noSpots')}</p>}
        <ol>
          {spots.map((one) => (
            <li key={one.id} aria-current={one.id === selected}>
              <button type="button" onClick={() => select(one.id === selected ? undefined : one.id)}>
                <strong>{t('times', { count: one.count, shown: formatNumber(one.count) })}</strong>
                <span>{causes(one)}</span>
                <small>
                  {t('waited', { time: formatDuration(one.seconds) })} · <Ago at={one.lastAt} />
                </small>
              </button>
              {one.advice && may(mapCalls.list.allow) && (
                <Link className="assist-advice" to={adviceAddress(mapId, one)}>
                  <Icon name={adviceIcons[one.advice]} size={15} />
                  {t(`advices.${one.advice}`)}
                </Link>
              )}
            </li>
          ))}
        </ol>
      </aside>
    </>
  );
}
