import { roundTripMs, type CommandRow, pages } from '@sweepline/contract';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { Ago } from '../../kit/format/ago.tsx';
import type { Column } from '../../kit/list/column.ts';
import { unknown } from '../../kit/format/format.ts';
import { deviceName } from '../robot/use-device-choices.ts';
import { StateMark } from '../../kit/ui/state-mark.tsx';
import { useWords } from '../words/use-words.ts';
import { commandMarks, jobMarks, spanOf } from './command-life.ts';
import './command.css';
import { useCommandName } from './use-command-name.ts';

/** The columns of a command list. `open` opens the details of a command. The device column is only in a fleet list. */
export function useCommandColumns(open: (id: string) => void, fleet = false): Column<CommandRow>[] {
  const { t } = useTranslation('command');
  const { word } = useWords();
  const nameOf = useCommandName();
  return useMemo(() => {
    const why = ({ status, code, job }: CommandRow) => {
      const reason = job ? job.code : status === 'SUCCEEDED' ? '' : code;
      return reason && word('reply', reason);
    };
    const device: Column<CommandRow> = {
      key: 'device',
      title: t('device'),
      cell: ({ device: target, deviceId, companyName }) => (
        <span className="sl-command-cell">
          {target ? <Link to={pages.device({ id: deviceId })}>{deviceName(target)}</Link> : t('gone')}
          <small>{[target?.sn, companyName].filter(Boolean).join(' · ')}</small>
        </span>
      ),
    };
    const columns: (Column<CommandRow> | false)[] = [
      {
        key: 'type',
        title: t('command'),
        cell: ({ id, type, reason }) => (
          <span className="sl-command-cell">
            <button type="button" className="sl-link" onClick={() => open(id)}>
              {nameOf(type)}
            </button>
            {reason && <small>{reason}</small>}
          </span>
        ),
      },
      fleet && device,
      {
        key: 'status',
        title: t('state'),
        cell: (row) => (
          <span className="sl-command-cell">
            {row.job ? (
              <StateMark {...jobMarks[row.job.state]} word={word('jobPhase', row.job.phase)} />
            ) : (
              <StateMark {...commandMarks[row.status]} word={word('commandState', row.status)} />
            )}
            {why(row) && <small>{why(row)}</small>}
          </span>
        ),
      },
      { key: 'by', title: t('by'), cell: ({ by }) => by || unknown },
      { key: 'given', title: t('given'), cell: ({ createdAt }) => <Ago at={createdAt} /> },
      {
        key: 'attempts',
        title: t('attempts'),
        numeric: true,
        hidden: true,
        cell: ({ attempts }) => attempts,
      },
      {
        key: 'roundTrip',
        title: t('roundTrip'),
        numeric: true,
        cell: (row) => <span title={t('roundTripHint')}>{spanOf(roundTripMs(row), t)}</span>,
      },
      {
        key: 'took',
        title: t('took'),
        numeric: true,
        cell: ({ createdAt, endedAt }) =>
          spanOf(endedAt === null ? null : Date.parse(endedAt) - Date.parse(createdAt), t),
      },
    ];
    return columns.filter((column): column is Column<CommandRow> => column !== false);
  }, [t, word, nameOf, open, fleet]);
}
