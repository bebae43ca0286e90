import { deviceCalls, pages } from '@sweepline/contract';
import { workingModes } from '@sweepline/contract/robot';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { callQuery } from '../../kit/api/api.ts';
import { Figure } from '../../kit/ui/figure.tsx';
import { formatNumber, unknown } from '../../kit/format/format.ts';
import './fleet-figures.css';

const renewMs = 15_000;

/** Each figure links to the list of the devices that it counts. */
const figures = [
  { name: 'total', filter: {}, tone: '' },
  { name: 'online', filter: { state: 'ONLINE' }, tone: '' },
  { name: 'working', filter: { state: 'ONLINE', mode: workingModes }, tone: 'working' },
  { name: 'charging', filter: { state: 'ONLINE', mode: ['CHARGING'] }, tone: '' },
  { name: 'fault', filter: { alarmLevel: 4 }, tone: 'fault' },
  { name: 'offline', filter: { state: 'OFFLINE' }, tone: '' },
  { name: 'notActivated', filter: { binding: 'NOT_ACTIVATED' }, tone: '' },
] as const;

/** The fleet in one line of numbers. */
export function FleetFigures() {
  const { t } = useTranslation('figures/home');
  const summary = useQuery({ ...callQuery(deviceCalls.summary, {}), refetchInterval: renewMs });
  return (
    <section className="sl-fleet" aria-label={t('fleet')}>
      {figures.map(({ name, filter, tone }) => {
        const count = summary.data?.[name];
        return (
          <Link key={name} to={pages.devices(filter)} className={tone && count ? `sl-fleet-${tone}` : ''}>
            <strong>
              <Figure
                value={count === undefined ? unknown : formatNumber(count)}
                formula={t(`formulas.${name}`)}
              />
            </strong>
            <span>{t(`figures.${name}`)}</span>
          </Link>
        );
      })}
    </section>
  );
}
