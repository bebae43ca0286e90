import { pages, type Assist } from '@sweepline/contract';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { Ago } from '../../../kit/format/ago.tsx';
import type { Column } from '../../../kit/list/column.ts';
import { Figure } from '../../../kit/ui/figure.tsx';
import { formatDuration, formatMetres, unknown } from '../../../kit/format/format.ts';
import { StateMark } from '../../../kit/ui/state-mark.tsx';
import { useWords } from '../../../shared/words/use-words.ts';
import { outcomeStyles } from './assist-styles.ts';

export function useAssistColumns(): Column<Assist>[] {
  const { t } = useTranslation('alarms/assists');
  const { word } = useWords();
  return useMemo(
    () => [
      {
        key: 'robot',
        title: t('robot'),
        cell: ({ device, run, note }) => (
          <span className={note.dismissed ? 'assist-dismissed' : undefined}>
            {device ? (
              <Link className="sl-identity" to={pages.device({ id: device.id })}>
                {device.nickname || device.sn}
              </Link>
            ) : (
              t('goneRobot')
            )}
            <small>
              {run.reported ? <Link to={pages.report({ id: run.id })}>{run.name}</Link> : run.name}
            </small>
          </span>
        ),
      },
      {
        key: 'cause',
        title: t('cause'),
        cell: ({ codes, note }) => (
          <>
            {codes.map((code) => word('alarm', code)).join(' · ')}
            {note.dismissed ? <small>{t('dismissed')}</small> : note.text && <small>{note.text}</small>}
          </>
        ),
      },
      { key: 'at', title: t('at'), sort: 'at', cell: ({ at }) => <Ago at={at} />, width: '128px' },
      {
        key: 'place',
        title: t('place'),
        cell: ({ map, site, x, y }) => (
          <>
            {map ? (
              <Link
                to={pages.map({ id: map.id })}
                title={x !== null && y !== null ? `${formatMetres(x)} / ${formatMetres(y)}` : undefined}
              >
                {map.name}
              </Link>
            ) : (
              unknown
            )}
            {site && <small>{site}</small>}
          </>
        ),
      },
      {
        key: 'outcome',
        title: t('outcome'),
        cell: ({ outcome }) => <StateMark {...outcomeStyles[outcome]} word={t(`outcomes.${outcome}`)} />,
        width: '150px',
      },
      {
        key: 'seconds',
        title: t('seconds'),
        sort: 'seconds',
        numeric: true,
        width: '110px',
        cell: ({ seconds }) => <Figure value={formatDuration(seconds)} formula={t('secondsFormula')} />,
      },
      {
        key: 'by',
        title: t('by'),
        cell: ({ by, note }) => note.helper || (by ? t('fromAfar', { name: by }) : t('onTheSpot')),
      },
    ],
    [t, word],
  );
}
