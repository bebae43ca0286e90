import type { DeadLetter } from '@sweepline/contract';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { Ago } from '../../../kit/format/ago.tsx';
import type { Column } from '../../../kit/list/column.ts';
import { formatBytes, unknown } from '../../../kit/format/format.ts';
import { useReasonName } from './use-reason-name.ts';

/** The columns of rejected messages; the reason opens the message. */
export function useDeadLetterColumns(onOpen: (letter: DeadLetter) => void): Column<DeadLetter>[] {
  const { t } = useTranslation('installation/dead-letters');
  const nameOf = useReasonName();
  return useMemo(
    () => [
      {
        key: 'reason',
        title: t('reason'),
        cell: (letter) => (
          <>
            <button type="button" className="dl-open" onClick={() => onOpen(letter)}>
              {nameOf(letter.reason)}
            </button>
            <small className="dl-detail" title={letter.detail}>
              {letter.detail || letter.reason}
            </small>
          </>
        ),
      },
      { key: 'device', title: t('device'), width: '170px', cell: ({ sn }) => sn || unknown },
      {
        key: 'topic',
        title: t('topic'),
        cell: ({ topic }) => (
          <span className="dl-mono dl-topic" title={topic}>
            {topic}
          </span>
        ),
      },
      {
        key: 'size',
        title: t('size'),
        width: '110px',
        numeric: true,
        cell: ({ bytes }) => formatBytes(bytes),
      },
      { key: 'age', title: t('received'), width: '130px', cell: ({ at }) => <Ago at={at} /> },
    ],
    [t, nameOf, onOpen],
  );
}
