import { pages, type AiTrainingDetail } from '@sweepline/contract';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { formatNumber, formatTime } from '../../../kit/format/format.ts';
import { AgoBy } from '../../../kit/ui/ago-by.tsx';
import { Facts } from '../../../kit/ui/facts.tsx';
import { TrainingState } from './training-state.tsx';

const Fact = ({ name, children }: { name: string; children: ReactNode }) => (
  <div>
    <dt>{name}</dt>
    <dd>{children}</dd>
  </div>
);

/** The state of a training, and what was chosen for it. */
export function TrainingFacts({ training }: { training: AiTrainingDetail }) {
  const { t } = useTranslation('ai/training');
  const { projectId, projectName, network, epochs, rate, augmentation, seed, tilesPerClass } = training;
  return (
    <Facts>
      <section>
        <dl>
          <Fact name={t('state')}>
            <TrainingState training={training} />
          </Fact>
          <Fact name={t('project')}>
            <Link to={pages.aiDatasets({ projectId })}>{projectName}</Link>
          </Fact>
          <Fact name={t('made')}>
            <AgoBy at={training.createdAt} by={training.createdBy} />
          </Fact>
          <Fact name={t('startedAt')}>{formatTime(training.startedAt)}</Fact>
          <Fact name={t('endedAt')}>{formatTime(training.endedAt)}</Fact>
        </dl>
      </section>
      <section>
        <dl>
          <Fact name={t('network')}>{t(`networks.${network}`)}</Fact>
          <Fact name={t('epochs')}>{formatNumber(epochs)}</Fact>
          <Fact name={t('rate')}>{formatNumber(rate, 4)}</Fact>
          <Fact name={t('augmentation')}>{t(augmentation ? 'yes' : 'no')}</Fact>
          <Fact name={t('tilesPerClass')}>{formatNumber(tilesPerClass)}</Fact>
          <Fact name={t('seed')}>{seed}</Fact>
        </dl>
      </section>
    </Facts>
  );
}
