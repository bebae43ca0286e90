import { aiTrainingCalls, leastSites, pages, type AiTrainingDetail } from '@sweepline/contract';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { Link, useSearchParams } from 'react-router';
import { callQuery } from '../../../kit/api/api.ts';
import { Chart } from '../../../kit/chart/chart.tsx';
import { formatNumber, formatShare } from '../../../kit/format/format.ts';
import { OverviewPage } from '../../../kit/page/overview-page.tsx';
import { Empty } from '../../../kit/ui/empty.tsx';
import { Failure } from '../../../kit/ui/failure.tsx';
import { usePageName } from '../../../kit/ui/page-name.ts';
import { Skeleton } from '../../../kit/ui/skeleton.tsx';
import { TrainingActs } from './training-acts.tsx';
import { TrainingFacts } from './training-facts.tsx';
import { TrainingLog } from './training-log.tsx';
import './training.css';
import { useTrainingsLive } from './use-trainings-live.ts';

/** One training: how well its network knows the tiles after each epoch, what was chosen, and what happened. */
export function TrainingPage() {
  const { t } = useTranslation('ai/training');
  const id = useSearchParams()[0].get('id') ?? '';
  useTrainingsLive();
  const { data, error, refetch } = useQuery({
    ...callQuery(aiTrainingCalls.detail, { id }),
    meta: { silent: true },
  });
  const name = data ? t('version', { project: data.projectName, number: data.datasetNumber }) : undefined;
  usePageName(name);
  if (error && !data) return <Failure error={error} onRetry={() => void refetch()} />;
  if (!data) return <Skeleton lines={10} />;
  const { modelId, modelNumber, sites } = data;
  return (
    <OverviewPage
      title={t('trainingOf', { name })}
      note={t(sites < leastSites ? 'fewSites' : 'enoughSites')}
      actions={
        <>
          {modelId !== null && (
            <Link to={pages.aiModel({ id: modelId })}>{t('modelNumber', { number: modelNumber })}</Link>
          )}
          <TrainingActs training={data} />
        </>
      }
    >
      <div className="ai-training">
        <TrainingFacts training={data} />
        <Epochs epochs={data.epochList} />
        <TrainingLog log={data.log} />
      </div>
    </OverviewPage>
  );
}

function Epochs({ epochs }: { epochs: AiTrainingDetail['epochList'] }) {
  const { t } = useTranslation('ai/training');
  if (epochs.length === 0) return <Empty icon="clock" title={t('noEpochs')} hint={t('noEpochsHint')} />;
  const steps = epochs.map(({ epoch }) => formatNumber(epoch));
  const validated = epochs.some(({ validation }) => validation !== null);
  const line = { look: 'line' as const };
  return (
    <div className="ai-training-charts">
      <section>
        <h2>{t('loss')}</h2>
        <Chart
          label={t('loss')}
          steps={steps}
          series={[{ name: t('loss'), values: epochs.map(({ loss }) => loss), ...line }]}
          format={(value) => formatNumber(value, 3)}
        />
      </section>
      <section>
        <h2>{t('accuracy')}</h2>
        <Chart
          label={t('accuracy')}
          steps={steps}
          series={[
            { name: t('accuracyTraining'), values: epochs.map(({ accuracy }) => accuracy), ...line },
            ...(validated
              ? [
                  {
                    name: t('accuracyValidation'),
                    values: epochs.map(({ validation }) => validation),
                    tone: 'waiting' as const,
                    ...line,
                  },
                ]
              : []),
          ]}
          format={(value) => formatShare(value, 1)}
          shares
        />
      </section>
    </div>
  );
}
