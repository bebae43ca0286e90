import { elevatorProjectCalls, pages, type ElevatorProject } from '@sweepline/contract';
import { useCallback, useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, useNavigate } from 'react-router';
import { formatNumber, unknown } from '../../../kit/format/format.ts';
import { AddButton } from '../../../kit/list/add-button.tsx';
import type { Column } from '../../../kit/list/column.ts';
import { SearchFilter } from '../../../kit/list/filter/search-filter.tsx';
import { ListPage } from '../../../kit/list/list-page.tsx';
import { useList } from '../../../kit/list/use-list.ts';
import { AgoBy } from '../../../kit/ui/ago-by.tsx';
import { Empty } from '../../../kit/ui/empty.tsx';
import { CompanyFilter } from '../../../shared/company-filter/company-filter.tsx';
import { useWords } from '../../../shared/words/use-words.ts';
import { ProjectDialog } from './dialogs/project-dialog.tsx';
import { ProjectActs } from './project-acts.tsx';

function useProjectColumns(): Column<ElevatorProject>[] {
  const { t } = useTranslation('places/elevators');
  const { word } = useWords();
  return useMemo(
    () => [
      {
        key: 'name',
        title: t('name'),
        width: '24%',
        sort: 'name',
        cell: ({ id, name, address }) => (
          <>
            <Link to={pages.elevator({ id })}>{name}</Link>
            <small>{address || t('noAddress')}</small>
          </>
        ),
      },
      { key: 'number', title: t('number'), sort: 'number', cell: ({ number }) => number },
      {
        key: 'company',
        title: t('customer'),
        cell: ({ companyName, siteName }) => (
          <>
            <span>{companyName}</span>
            <small>{siteName}</small>
          </>
        ),
      },
      {
        key: 'elevators',
        title: t('elevators'),
        numeric: true,
        cell: ({ elevators, floors }) => (
          <>
            <span>{formatNumber(elevators)}</span>
            <small>{t('floorCount', { count: floors })}</small>
          </>
        ),
      },
      {
        key: 'modules',
        title: t('modules'),
        numeric: true,
        cell: ({ modules: { total, online } }) => (
          <>
            <span>{formatNumber(total)}</span>
            <small>{t('onlineCount', { count: online, shown: formatNumber(online) })}</small>
          </>
        ),
      },
      { key: 'devices', title: t('robots'), numeric: true, cell: ({ devices }) => formatNumber(devices) },
      {
        key: 'scene',
        title: t('scene'),
        hidden: true,
        cell: ({ scene }) => (scene ? word('scenario', scene) : unknown),
      },
      { key: 'property', title: t('property'), hidden: true, cell: ({ property }) => property || unknown },
      {
        key: 'changed',
        title: t('changed'),
        width: '150px',
        sort: 'updatedAt',
        cell: ({ updatedAt, updatedBy }) => <AgoBy at={updatedAt} by={updatedBy} />,
      },
    ],
    [t, word],
  );
}

/** The elevator projects of the companies that the account sees. */
export function ElevatorListPage() {
  const { t } = useTranslation('places/elevators');
  const navigate = useNavigate();
  const list = useList(elevatorProjectCalls.list);
  const columns = useProjectColumns();
  const [adding, setAdding] = useState(false);
  const rowActions = useCallback((project: ElevatorProject) => <ProjectActs project={project} />, []);
  const add = (
    <AddButton call={elevatorProjectCalls.add} text={t('addProject')} onClick={() => setAdding(true)} />
  );
  return (
    <>
      <ListPage
        title={t('title')}
        list={list}
        columns={columns}
        rowActions={rowActions}
        actions={add}
        filters={
          <>
            <SearchFilter placeholder={t('search')} />
            <CompanyFilter label={t('customer')} />
          </>
        }
        empty={
          <Empty icon="elevator" title={t('empty')} hint={t('emptyHint')}>
            {add}
          </Empty>
        }
      />
      {adding && (
        <ProjectDialog
          // A project without an elevator does nothing yet, so its page is the next step.
          onAdded={({ id }) => void navigate(pages.elevator({ id }))}
          onClose={() => setAdding(false)}
        />
      )}
    </>
  );
}
