import { aiModelCalls, aiModelStates, leastSites, pages, type AiModel } from '@sweepline/contract';
import { useCallback, useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, useNavigate } from 'react-router';
import { formatNumber } from '../../../kit/format/format.ts';
import type { Column } from '../../../kit/list/column.ts';
import { ChoiceFilter } from '../../../kit/list/filter/choice-filter.tsx';
import { ListPage } from '../../../kit/list/list-page.tsx';
import { useList } from '../../../kit/list/use-list.ts';
import { AgoBy } from '../../../kit/ui/ago-by.tsx';
import { Button } from '../../../kit/ui/button.tsx';
import { Empty } from '../../../kit/ui/empty.tsx';
import { useProjects } from '../../../shared/ai/use-projects.ts';
import { ModelActs } from './model-acts.tsx';
import { ModelState } from './model-state.tsx';

const hashLength = 12;
const digits = 2;

function useModelColumns(): Column<AiModel>[] {
  const { t } = useTranslation('ai/models');
  return useMemo(
    () => [
      {
        key: 'name',
        title: t('model'),
        width: '24%',
        cell: ({ id, projectName: project, number, datasetNumber }) => (
          <>
            <Link to={pages.aiModel({ id })}>{t('modelOf', { project, number })}</Link>
            <small>{t('ofVersion', { number: datasetNumber })}</small>
          </>
        ),
      },
      { key: 'state', title: t('state'), cell: ({ state }) => <ModelState state={state} /> },
      {
        key: 'f1',
        title: t('f1'),
        numeric: true,
        cell: ({ f1, sites }) => (
          <>
            <span>{formatNumber(f1, digits)}</span>
            {sites < leastSites && <small>{t('fewSites')}</small>}
          </>
        ),
      },
      {
        key: 'baseline',
        title: t('baseline'),
        numeric: true,
        cell: ({ baselineF1 }) => formatNumber(baselineF1, digits),
      },
      { key: 'sites', title: t('sites'), numeric: true, cell: ({ sites }) => formatNumber(sites) },
      { key: 'hash', title: t('hash'), cell: ({ sha256 }) => <code>{sha256.slice(0, hashLength)}</code> },
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

/** The networks that trainings made, with their figures. */
export function ModelListPage() {
  const { t } = useTranslation('ai/models');
  const navigate = useNavigate();
  const list = useList(aiModelCalls.list);
  const columns = useModelColumns();
  const projects = useProjects();
  const rowActions = useCallback((model: AiModel) => <ModelActs model={model} />, []);
  return (
    <ListPage
      title={t('title')}
      list={list}
      columns={columns}
      rowActions={rowActions}
      filters={
        <>
          <ChoiceFilter name="projectId" label={t('project')} options={projects} />
          <ChoiceFilter
            name="state"
            label={t('state')}
            options={aiModelStates.map((value) => ({ value, label: t(`states.${value}`) }))}
          />
        </>
      }
      empty={
        <Empty icon="segment" title={t('empty')} hint={t('emptyHint')}>
          <Button onClick={() => void navigate(pages.aiTrainings())}>{t('toTrainings')}</Button>
        </Empty>
      }
    />
  );
}
