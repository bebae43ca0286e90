import { pages, siteCalls, statisticsCalls } from '@sweepline/contract';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import { callQuery } from '../../kit/api/api.ts';
import { may } from '../../kit/api/may.ts';
import { dayOf } from '../../kit/format/days.ts';
import { useNow } from '../../kit/format/use-now.ts';
import { PlacesMap } from '../places-map/places-map.tsx';
import { isLocated } from '../places-map/use-clusters.ts';
import '../../kit/ui/panel.css';

const renewMs = 60_000;

export const mayReadPlaces = () => may(statisticsCalls.regions.allow);

/** The sites with the state of their robots. Where there is one place only, a map of the world would say nothing. */
export function FleetMap() {
  const { t } = useTranslation('figures/home');
  const navigate = useNavigate();
  const today = dayOf(useNow());
  const { data } = useQuery({
    ...callQuery(statisticsCalls.regions, { from: today, to: today }),
    refetchInterval: renewMs,
    placeholderData: keepPreviousData,
    meta: { silent: true },
  });
  const located = data?.sites.filter(isLocated) ?? [];
  if (data && located.length < 2) return null;
  return (
    <section className="sl-panel home-map" aria-label={t('sites')}>
      <header>
        <h2>{t('sites')}</h2>
      </header>
      {data && (
        <PlacesMap
          places={located}
          {...(may(siteCalls.list.allow) && {
            onOpen: ({ id }: { id: string }) => void navigate(pages.site({ id })),
          })}
        />
      )}
    </section>
  );
}
