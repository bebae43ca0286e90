import { pages, permissions, shellCalls, type ShellSession } from '@sweepline/contract';
import { useCallback, useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { may } from '../../kit/api/may.ts';
import { Ago } from '../../kit/format/ago.tsx';
import { formatDuration } from '../../kit/format/format.ts';
import type { Column } from '../../kit/list/column.ts';
import { ListPage } from '../../kit/list/list-page.tsx';
import { useList } from '../../kit/list/use-list.ts';
import { Button } from '../../kit/ui/button.tsx';
import { Empty } from '../../kit/ui/empty.tsx';
import { StateMark } from '../../kit/ui/state-mark.tsx';
import { isStanding, shellMarks } from './shell-marks.ts';
import { useShellEnd } from './use-shell-end.ts';

const secondsOf = ({ openedAt, endedAt }: ShellSession) =>
  openedAt && endedAt ? (Date.parse(endedAt) - Date.parse(openedAt)) / 1000 : null;

interface Props {
  deviceId: string;
  onOpen: (id: string) => void;
}

/** The shells of a robot: who, why, when and how each ended; those with a recording can be replayed. */
export function ShellList({ deviceId, onOpen }: Props) {
  const { t } = useTranslation('remote-shell');
  const list = useList(shellCalls.list, { deviceId });
  const actions = useCallback(
    ({ id, state, may: { replay } }: ShellSession) => (
      <Button icon={replay ? 'play' : 'right'} onClick={() => onOpen(id)}>
        {t(isStanding(state) ? 'show' : replay ? 'replay' : 'details')}
      </Button>
    ),
    [t, onOpen],
  );
  return (
    <ListPage
      title={t('shells')}
      list={list}
      columns={useColumns()}
      rowActions={actions}
      actions={
        may(permissions.remoteAccess) && (
          <Link to={pages.remoteAccess({ deviceId, kind: 'SHELL' })}>{t('allAccess')}</Link>
        )
      }
      empty={<Empty icon="history" title={t('noShells')} hint={t('noShellsHint')} />}
    />
  );
}

function useColumns() {
  const { t } = useTranslation('remote-shell');
  const endOf = useShellEnd();
  return useMemo<Column<ShellSession>[]>(
    () => [
      {
        key: 'requester',
        title: t('who'),
        cell: ({ requester }) => (
          <>
            <strong>{requester.name}</strong>
            <small>{requester.company}</small>
          </>
        ),
      },
      {
        key: 'state',
        title: t('stateTitle'),
        width: '200px',
        cell: ({ state }) => <StateMark {...shellMarks[state]} word={t(`state.${state}`)} />,
      },
      { key: 'reason', title: t('reason'), cell: ({ reason }) => reason },
      { key: 'requestedAt', title: t('when'), cell: ({ requestedAt }) => <Ago at={requestedAt} /> },
      { key: 'took', title: t('took'), numeric: true, cell: (row) => formatDuration(secondsOf(row)) },
      { key: 'end', title: t('howEnded'), cell: (row) => endOf(row) || '—' },
    ],
    [t, endOf],
  );
}
