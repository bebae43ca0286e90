import { doorCalls, pages, type AccessDoor } from '@sweepline/contract';
import { useCallback, useMemo, useState, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { AddButton } from '../../../kit/list/add-button.tsx';
import { Ago } from '../../../kit/format/ago.tsx';
import { unknown } from '../../../kit/format/format.ts';
import type { Column } from '../../../kit/list/column.ts';
import { SearchFilter } from '../../../kit/list/filter/search-filter.tsx';
import { ListPage } from '../../../kit/list/list-page.tsx';
import { useList } from '../../../kit/list/use-list.ts';
import { Empty } from '../../../kit/ui/empty.tsx';
import { StateMark } from '../../../kit/ui/state-mark.tsx';
import { DoorDialog } from './dialogs/door-dialog.tsx';
import { DoorActs } from './door-acts.tsx';
import { useDoorsLive } from './use-doors-live.ts';

function useDoorColumns(): Column<AccessDoor>[] {
  const { t } = useTranslation('places/doors');
  const { t: words } = useTranslation('places/elevators');
  return useMemo(
    () => [
      {
        key: 'name',
        title: t('name'),
        width: '24%',
        cell: ({ id, name, number }) => (
          <>
            <Link to={pages.doors({ tab: 'records', doorId: id })}>{name}</Link>
            <small>{number}</small>
          </>
        ),
      },
      { key: 'kind', title: t('kind'), cell: ({ kind }) => t(`kinds.${kind}`) },
      {
        key: 'site',
        title: t('site'),
        cell: ({ siteName, projectName, projectId }) => (
          <>
            <span>{siteName}</span>
            <small>
              <Link to={pages.elevator({ id: projectId })}>{projectName}</Link>
            </small>
          </>
        ),
      },
      {
        key: 'state',
        title: t('state'),
        cell: ({ state, fault, changedAt }) => (
          <>
            <span>{words(`doorStates.${state}`)}</span>
            <small>{fault ? words('faultCode', { code: fault }) : changedAt && <Ago at={changedAt} />}</small>
          </>
        ),
      },
      {
        key: 'module',
        title: t('module'),
        cell: ({ module }) =>
          module ? (
            <>
              <StateMark
                tone={module.online ? 'working' : 'fault'}
                icon={module.online ? 'check' : 'alert'}
                word={words(module.online ? 'online' : 'offline')}
              />
              <small>{module.number}</small>
            </>
          ) : (
            unknown
          ),
      },
    ],
    [t, words],
  );
}

/** Doors and gates with what their modules last said. */
export function DoorList({ tabs }: { tabs: ReactNode }) {
  const { t } = useTranslation('places/doors');
  const [adding, setAdding] = useState(false);
  const list = useList(doorCalls.list);
  const columns = useDoorColumns();
  useDoorsLive();
  const rowActions = useCallback((door: AccessDoor) => <DoorActs door={door} />, []);
  const add = <AddButton call={doorCalls.add} text={t('add')} onClick={() => setAdding(true)} />;
  return (
    <>
      <ListPage
        title={t('title')}
        list={list}
        columns={columns}
        rowActions={rowActions}
        above={tabs}
        actions={add}
        filters={<SearchFilter placeholder={t('search')} />}
        empty={
          <Empty icon="key" title={t('empty')} hint={t('emptyHint')}>
            {add}
          </Empty>
        }
      />
      {adding && <DoorDialog onClose={() => setAdding(false)} />}
    </>
  );
}
