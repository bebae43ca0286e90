import type { Subscription } from '@sweepline/contract';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { Ago } from '../../../kit/format/ago.tsx';
import type { Column } from '../../../kit/list/column.ts';
import { formatNumber } from '../../../kit/format/format.ts';
import { TimeIn } from '../../../kit/format/time-in.tsx';
import { StateMark } from '../../../kit/ui/state-mark.tsx';
import { deliveryLooks } from './delivery-drawer.tsx';
import { useRhythm } from './rhythm-words.ts';
import { SubscriptionReaders } from './subscription-readers.tsx';

export function useSubscriptionColumns(onLog: (subscription: Subscription) => void): Column<Subscription>[] {
  const { t } = useTranslation('figures/report-subscriptions');
  const rhythm = useRhythm();
  return useMemo(
    () => [
      {
        key: 'name',
        title: t('name'),
        cell: (row) => (
          <>
            <button type="button" className="sl-identity subscription-name" onClick={() => onLog(row)}>
              {row.name}
            </button>
            <small>{row.companyName}</small>
          </>
        ),
      },
      { key: 'every', title: t('every'), cell: (row) => rhythm(row) },
      {
        key: 'about',
        title: t('about'),
        cell: ({ onlyCompany, site, devices }) =>
          [
            onlyCompany?.name,
            site?.name,
            devices.length > 0 &&
              t('robotCount', { count: devices.length, shown: formatNumber(devices.length) }),
          ]
            .filter(Boolean)
            .join(' · ') || t('all'),
      },
      {
        key: 'readers',
        title: t('readers'),
        cell: ({ readers }) => <SubscriptionReaders readers={readers} />,
      },
      {
        key: 'next',
        title: t('next'),
        cell: ({ enabled, nextAt, timezone }) =>
          enabled && nextAt ? (
            <TimeIn at={nextAt} zone={timezone} />
          ) : (
            <StateMark tone="quiet" icon="pause" word={t('resting')} />
          ),
      },
      {
        key: 'last',
        title: t('last'),
        cell: ({ last }) =>
          last ? (
            <>
              <StateMark {...deliveryLooks[last.state]} word={t(`states.${last.state}`)} />
              <small>
                <Ago at={last.at} />
              </small>
            </>
          ) : (
            t('notYet')
          ),
      },
    ],
    [t, rhythm, onLog],
  );
}
