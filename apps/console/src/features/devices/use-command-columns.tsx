import type { Command } from '@sweepline/contract';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { Ago } from '../../kit/ago.tsx';
import type { Column } from '../../kit/column.ts';
import { formatNumber, unknown } from '../../kit/format.ts';
import { StateMark } from '../../kit/state-mark.tsx';
import { useWords } from '../../kit/words/use-words.ts';
import { commandMarks } from './command-life.ts';
import { useCommandName } from './use-command-name.ts';

const secondsOf = ({ createdAt, endedAt }: Command) =>
  endedAt === null ? unknown : `${formatNumber((Date.parse(endedAt) - Date.parse(createdAt)) / 1000, 1)} s`;

export function useCommandColumns(): Column<Command>[] {
  const { t } = useTranslation('devices');
  const { word } = useWords();
  const nameOf = useCommandName();
  return useMemo(
    () => [
      { key: 'type', title: t('command'), cell: ({ type }) => nameOf(type) },
      {
        key: 'status',
        title: t('state'),
        cell: ({ status }) => <StateMark {...commandMarks[status]} word={word('commandState', status)} />,
      },
      { key: 'reason', title: t('reason'), cell: ({ code }) => (code ? word('reply', code) : unknown) },
      { key: 'by', title: t('by'), cell: ({ by }) => by || unknown },
      { key: 'given', title: t('sentAt'), cell: ({ createdAt }) => <Ago at={createdAt} /> },
      { key: 'took', title: t('took'), numeric: true, cell: secondsOf },
    ],
    [t, word, nameOf],
  );
}
