import { pages, type Ride } from '@sweepline/contract';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { formatDuration, formatTime, unknown } from '../../../kit/format/format.ts';
import type { Column } from '../../../kit/list/column.ts';
import { RideMark } from './ride-mark.tsx';
import { useCodeText } from './use-code-text.ts';

const secondsBetween = (from: string | null, to: string | null) =>
  from && to ? Math.max(0, (Date.parse(to) - Date.parse(from)) / 1000) : null;

/** The columns of the list of rides. */
export function useRideColumns(): Column<Ride>[] {
  const { t } = useTranslation('places/rides');
  const codeText = useCodeText();
  return useMemo(
    () => [
      {
        key: 'requestedAt',
        title: t('requestedAt'),
        width: '18%',
        sort: 'requestedAt',
        cell: ({ id, requestedAt }) => <Link to={pages.elevatorRide({ id })}>{formatTime(requestedAt)}</Link>,
      },
      {
        key: 'robot',
        title: t('robot'),
        cell: ({ device }) => (device ? device.name : t('otherRobot')),
      },
      {
        key: 'elevator',
        title: t('elevator'),
        cell: ({ elevator, elevatorNumber, siteName }) => (
          <>
            <span>{elevator?.name ?? elevatorNumber}</span>
            <small>{siteName}</small>
          </>
        ),
      },
      { key: 'way', title: t('way'), cell: ({ fromFloor, toFloor }) => `${fromFloor} → ${toFloor}` },
      {
        key: 'status',
        title: t('status'),
        cell: (ride) => (
          <>
            <RideMark ride={ride} />
            {ride.code && <small>{codeText(ride.code)}</small>}
          </>
        ),
      },
      {
        key: 'wait',
        title: t('waited'),
        numeric: true,
        cell: ({ requestedAt, openedAt }) => formatDuration(secondsBetween(requestedAt, openedAt)),
      },
      {
        key: 'ride',
        title: t('rode'),
        numeric: true,
        cell: ({ boardedAt, leftAt }) => formatDuration(secondsBetween(boardedAt, leftAt)),
      },
      { key: 'car', title: t('car'), hidden: true, cell: ({ carId }) => carId ?? unknown },
    ],
    [t, codeText],
  );
}
