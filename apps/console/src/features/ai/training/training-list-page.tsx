import { aiTrainingCalls, aiTrainingStates, pages, type AiTraining } from '@sweepline/contract';
import { useCallback, useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, useNavigate } from 'react-router';
import { formatNumber, formatShare } from '../../../kit/format/format.ts';
import { AddButton } from '../../../kit/list/add-button.tsx';
import type { Column } from '../../../kit/list/column.ts';
import { ChoiceFilter } from '../../../kit/list/filter/choice-filter.tsx';
import { ListPage } from '../../../kit/list/list-page.tsx';
import { useList } from '../../../kit/list/use-list.ts';
import { AgoBy } from '../../../kit/ui/ago-by.tsx';
import { Empty } from '../../../kit/ui/empty.tsx';
import { useProjects } from '../../../shared/ai/use-projects.ts';
import { TrainingActs } from './training-acts.tsx';
import { TrainingDialog } from './training-dialog.tsx';
import { TrainingState } from './training-state.tsx';
import { useTrainingsLive } from './use-trainings-live.ts';

function useTrainingColumns(): Column<AiTraining>[] {
  const { t } = useTranslation('ai/training');
  return useMemo(
    () => [
      {
        key: 'name',
        title: t('dataset'),
        width: '26%',
        cell: ({ id, projectName: project, datasetNumber: number, network }) => (
          <>
            <Link to={pages.aiTraining({ id })}>{t('version', { project, number })}</Link>
            <small>{t(`networks.${network}`)}</small>
          </>
        ),
      },
      { key: 'state', title: t('state'), cell: (training) => <TrainingState training={training} /> },
      {
        key: 'epochs',
        title: t('epochs'),
        numeric: true,
        cell: ({ epoch, epochs }) => `${formatNumber(epoch)} / ${formatNumber(epochs)}`,
      },
      { key: 'loss', title: t('loss'), numeric: true, cell: ({ loss }) => formatNumber(loss, 3) },
      {
        key: 'accuracy',
        title: t('accuracy'),
        numeric: true,
        cell: ({ accuracy }) => formatShare(accuracy, 1),
      },
      {
        key: 'model',
        title: t('model'),
        cell: ({ modelId, modelNumber }) =>
          modelId !== null && (
            <Link to={pages.aiModel({ id: modelId })}>{t('modelNumber', { number: modelNumber })}</Link>
          ),
      },
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

/** The trainings of networks: one runs at a time, the others wait. */
export function TrainingListPage() {
  const { t } = useTranslation('ai/training');
  const navigate = useNavigate();
  const list = useList(aiTrainingCalls.list);
  const columns = useTrainingColumns();
  const projects = useProjects();
  const [adding, setAdding] = useState(false);
  useTrainingsLive();
  const rowActions = useCallback((training: AiTraining) => <TrainingActs training={training} />, []);
  const add = <AddButton call={aiTrainingCalls.add} text={t('add')} onClick={() => setAdding(true)} />;
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
            <ChoiceFilter name="projectId" label={t('project')} options={projects} />
            <ChoiceFilter
              name="state"
              label={t('state')}
              options={aiTrainingStates.map((value) => ({ value, label: t(`states.${value}`) }))}
            />
          </>
        }
        empty={
          <Empty icon="segment" title={t('empty')} hint={t('emptyHint')}>
            {add}
          </Empty>
        }
      />
      {adding && (
        <TrainingDialog
          projectId={list.filters.projectId}
          onAdded={({ id }) => void navigate(pages.aiTraining({ id }))}
          onClose={() => setAdding(false)}
        />
      )}
    </>
  );
}
