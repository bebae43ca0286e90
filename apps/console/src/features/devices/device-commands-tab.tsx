import { deviceCalls, type Command } from '@sweepline/contract';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { Ago } from '../../kit/ago.tsx';
import type { Column } from '../../kit/column.ts';
import { Empty } from '../../kit/empty.tsx';
import { formatNumber, unknown } from '../../kit/format.ts';
import { ListPage } from '../../kit/list-page.tsx';
import { StateMark } from '../../kit/state-mark.tsx';
import { useList } from '../../kit/use-list.ts';
import { useWords } from '../../kit/words/use-words.ts';
import { commandMarks } from './command-life.ts';
import { useCommandName } from './use-command-name.ts';

const secondsOf = ({ createdAt, endedAt }: Command) =>
  endedAt === null ? unknown : `${formatNumber((Date.parse(endedAt) - Date.parse(createdAt)) / 1000, 1)} s`;

/** Everything this device was told, by whom, and what became of it. */
export function DeviceCommandsTab({ deviceId }: { deviceId: string }) {
  const { t } = useTranslation('devices');
  const { word } = useWords();
  const nameOf = useCommandName();
  const list = useList(deviceCalls.commands, { deviceId });
  const columns = useMemo(
    (): Column<Command>[] => [
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
    [t, word],
  );
  return (
    <ListPage
      title={t('tab.commands')}
      list={list}
      columns={columns}
      empty={<Empty icon="history" title={t('noCommands')} hint={t('noCommandsHint')} />}
    />
  );
}
