import { aiDatasetCalls, leastSites, pages, type AiDataset } from '@sweepline/contract';
import { useCallback, useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { formatNumber } from '../../../kit/format/format.ts';
import { AddButton } from '../../../kit/list/add-button.tsx';
import type { Column } from '../../../kit/list/column.ts';
import { ChoiceFilter } from '../../../kit/list/filter/choice-filter.tsx';
import { ListPage } from '../../../kit/list/list-page.tsx';
import { useList } from '../../../kit/list/use-list.ts';
import { AgoBy } from '../../../kit/ui/ago-by.tsx';
import { Empty } from '../../../kit/ui/empty.tsx';
import { DatasetActs } from './dataset-acts.tsx';
import { DatasetDialog } from './dataset-dialog.tsx';
import { useProjects } from '../../../shared/ai/use-projects.ts';

const hashLength = 12;

function useDatasetColumns(): Column<AiDataset>[] {
  const { t } = useTranslation('ai/datasets');
  return useMemo(
    () => [
      {
        key: 'name',
        title: t('name'),
        width: '24%',
        cell: ({ projectId, projectName: project, number, reviewedOnly }) => (
          <>
            <Link to={pages.aiProject({ id: projectId })}>{t('version', { project, number })}</Link>
            {reviewedOnly && <small>{t('reviewedOnly')}</small>}
          </>
        ),
      },
      {
        key: 'images',
        title: t('images'),
        numeric: true,
        cell: ({ images, missing }) => (
          <>
            <span>{formatNumber(images)}</span>
            {missing > 0 && <small>{t('missing', { count: missing })}</small>}
          </>
        ),
      },
      {
        key: 'parts',
        title: t('parts'),
        numeric: true,
        cell: ({ parts: { TRAIN, VALIDATION, TEST } }) =>
          [TRAIN, VALIDATION, TEST].map((it) => formatNumber(it)).join(' / '),
      },
      {
        key: 'sites',
        title: t('sites'),
        cell: ({ sites }) => (
          <>
            <span>{formatNumber(sites)}</span>
            <small>{t(sites < leastSites ? 'fewSites' : 'enoughSites')}</small>
          </>
        ),
      },
      { key: 'seed', title: t('seed'), numeric: true, cell: ({ seed }) => seed },
      { key: 'hash', title: t('hash'), cell: ({ hash }) => <code>{hash.slice(0, hashLength)}</code> },
      {
        key: 'made',
        title: t('made'),
        width: '150px',
        cell: ({ createdAt, createdBy }) => <AgoBy at={createdAt} by={createdBy} />,
      },
    ],
    [t],
  );
}

/** The versions of labelled images. */
export function DatasetListPage() {
  const { t } = useTranslation('ai/datasets');
  const list = useList(aiDatasetCalls.list);
  const columns = useDatasetColumns();
  const projects = useProjects();
  const [adding, setAdding] = useState(false);
  const rowActions = useCallback((dataset: AiDataset) => <DatasetActs dataset={dataset} />, []);
  const add = <AddButton call={aiDatasetCalls.add} text={t('add')} onClick={() => setAdding(true)} />;
  return (
    <>
      <ListPage
        title={t('title')}
        list={list}
        columns={columns}
        rowActions={rowActions}
        actions={add}
        filters={<ChoiceFilter name="projectId" label={t('project')} options={projects} />}
        empty={
          <Empty icon="layers" title={t('empty')} hint={t('emptyHint')}>
            {add}
          </Empty>
        }
      />
      {adding && (
        <DatasetDialog
          projectId={list.filters.projectId}
          projects={projects}
          onClose={() => setAdding(false)}
        />
      )}
    </>
  );
}
