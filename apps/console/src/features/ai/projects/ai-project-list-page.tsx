import { aiProjectCalls, pages, type AiProject } from '@sweepline/contract';
import { useCallback, useMemo, useState, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, useNavigate } from 'react-router';
import { formatNumber } from '../../../kit/format/format.ts';
import { AddButton } from '../../../kit/list/add-button.tsx';
import type { Column } from '../../../kit/list/column.ts';
import { SearchFilter } from '../../../kit/list/filter/search-filter.tsx';
import { ListPage } from '../../../kit/list/list-page.tsx';
import { useAddress } from '../../../kit/list/use-address.ts';
import { useList } from '../../../kit/list/use-list.ts';
import { AgoBy } from '../../../kit/ui/ago-by.tsx';
import { Empty } from '../../../kit/ui/empty.tsx';
import { Tabs } from '../../../kit/ui/tabs.tsx';
import './ai-projects.css';
import { ConsentList } from './consents/consent-list.tsx';
import { ProjectDialog } from './dialogs/project-dialog.tsx';
import { ProjectActs } from './project-acts.tsx';
import { ProjectState } from './project-state.tsx';

const views = ['projects', 'consents'] as const;

function useProjectColumns(): Column<AiProject>[] {
  const { t } = useTranslation('ai/projects');
  return useMemo(
    () => [
      {
        key: 'name',
        title: t('name'),
        width: '26%',
        sort: 'name',
        cell: ({ id, name, purpose }) => (
          <>
            <Link to={pages.aiProject({ id })}>{name}</Link>
            <small>{purpose}</small>
          </>
        ),
      },
      { key: 'organisation', title: t('organisation'), cell: ({ companyName }) => companyName },
      { key: 'state', title: t('state'), cell: ({ state }) => <ProjectState state={state} /> },
      { key: 'type', title: t('type'), cell: ({ type }) => t(`types.${type}`) },
      {
        key: 'perSecond',
        title: t('perSecond'),
        numeric: true,
        cell: ({ perSecond }) => formatNumber(perSecond, 1),
      },
      { key: 'cap', title: t('cap'), numeric: true, cell: ({ cap }) => formatNumber(cap) },
      { key: 'robots', title: t('robots'), numeric: true, cell: ({ devices }) => formatNumber(devices) },
      {
        key: 'images',
        title: t('images'),
        numeric: true,
        cell: ({ id, images, labelled }) => (
          <>
            <Link to={pages.aiImages({ projectId: id })}>{formatNumber(images)}</Link>
            <small>{t('labelledCount', { labelled: formatNumber(labelled) })}</small>
          </>
        ),
      },
      {
        key: 'changed',
        title: t('changed'),
        width: '150px',
        sort: 'updatedAt',
        cell: ({ updatedAt, updatedBy }) => <AgoBy at={updatedAt} by={updatedBy} />,
      },
    ],
    [t],
  );
}

/** The collections of images, and what companies agreed to. */
export function AiProjectListPage() {
  const { t } = useTranslation('ai/projects');
  const [view, setView] = useAddress('view', 'projects');
  const current = views.find((name) => name === view) ?? 'projects';
  const tabs = (
    <Tabs
      label={t('view')}
      value={current}
      options={views.map((value) => ({ value, text: t(`views.${value}`) }))}
      onChange={setView}
    />
  );
  return current === 'projects' ? <ProjectList above={tabs} /> : <ConsentList above={tabs} />;
}

function ProjectList({ above }: { above: ReactNode }) {
  const { t } = useTranslation('ai/projects');
  const navigate = useNavigate();
  const list = useList(aiProjectCalls.list);
  const columns = useProjectColumns();
  const [adding, setAdding] = useState(false);
  const rowActions = useCallback((project: AiProject) => <ProjectActs project={project} />, []);
  const add = <AddButton call={aiProjectCalls.add} text={t('addProject')} onClick={() => setAdding(true)} />;
  return (
    <>
      <ListPage
        title={t('title')}
        list={list}
        columns={columns}
        rowActions={rowActions}
        actions={add}
        above={above}
        filters={<SearchFilter placeholder={t('search')} />}
        empty={
          <Empty icon="camera" title={t('empty')} hint={t('emptyHint')}>
            {add}
          </Empty>
        }
      />
      {adding && (
        <ProjectDialog
          // A project without robots collects nothing yet, so its page is the next step.
          onAdded={({ id }) => void navigate(pages.aiProject({ id }))}
          onClose={() => setAdding(false)}
        />
      )}
    </>
  );
}
