import { aiCleanClass, aiModelCalls, leastSites, pages, type AiModelDetail } from '@sweepline/contract';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { Link, useSearchParams } from 'react-router';
import { callQuery } from '../../../kit/api/api.ts';
import { formatNumber } from '../../../kit/format/format.ts';
import { useAddress } from '../../../kit/list/use-address.ts';
import { OverviewPage } from '../../../kit/page/overview-page.tsx';
import { Empty } from '../../../kit/ui/empty.tsx';
import { Failure } from '../../../kit/ui/failure.tsx';
import { usePageName } from '../../../kit/ui/page-name.ts';
import { Skeleton } from '../../../kit/ui/skeleton.tsx';
import { ComparisonSection } from './comparison-section.tsx';
import { ClassTable } from './figures/class-table.tsx';
import { ConfusionTable } from './figures/confusion-table.tsx';
import { GroupTable } from './figures/group-table.tsx';
import { WorstTable } from './figures/worst-table.tsx';
import { ModelActs } from './model-acts.tsx';
import { ModelCard } from './model-card.tsx';
import './models.css';

/** One model: where it comes from, how well it recognises what it has not seen, and how it compares with others. */
export function ModelPage() {
  const { t } = useTranslation('ai/models');
  const id = useSearchParams()[0].get('id') ?? '';
  const [otherId, setOtherId] = useAddress('otherId', '');
  const { data, error, refetch } = useQuery({
    ...callQuery(aiModelCalls.detail, { id }),
    meta: { silent: true },
  });
  const name = data && t('modelOf', { project: data.projectName, number: data.number });
  usePageName(name);
  if (error && !data) return <Failure error={error} onRetry={() => void refetch()} />;
  if (!data) return <Skeleton lines={12} />;
  return (
    <OverviewPage
      title={name ?? ''}
      note={t(data.sites < leastSites ? 'fewSites' : 'enoughSites')}
      actions={
        <>
          <Link to={pages.aiTraining({ id: data.trainingId })}>{t('toTraining')}</Link>
          <ModelActs model={data} />
        </>
      }
    >
      <div className="ai-model">
        <ModelCard model={data} />
        <Gate model={data} />
        <Figures model={data} />
        <WorstTable model={data} />
        <ComparisonSection model={data} otherId={otherId} onChoose={setOtherId} />
      </div>
    </OverviewPage>
  );
}

function Gate({ model: { gate, state } }: { model: AiModelDetail }) {
  const { t } = useTranslation('ai/models');
  if (state !== 'EVALUATED' && state !== 'DRAFT') return null;
  return (
    <section>
      <h2>{t('gate')}</h2>
      {gate.length === 0 && <p>{t('gateOpen')}</p>}
      <ul>
        {gate.map(({ code, classId, name, f1 }) => (
          <li key={`${code} ${classId}`}>
            {t(`gates.${code}`, {
              name: classId === aiCleanClass ? t('clean') : name,
              f1: formatNumber(f1, 2),
            })}
          </li>
        ))}
      </ul>
    </section>
  );
}

function Figures({ model }: { model: AiModelDetail }) {
  const { t } = useTranslation('ai/models');
  const { t: ofVideo } = useTranslation('video');
  const { figures, baseline, classes, sites, bySite, byCamera } = model;
  if (!figures) return <Empty icon="ruler" title={t('notJudged')} hint={t('notJudgedHint')} />;
  const few = sites < leastSites ? t('fewSites') : undefined;
  return (
    <>
      <ClassTable classes={classes} figures={figures} other={baseline} otherName={t('baseline')} note={few} />
      <ConfusionTable classes={classes} figures={figures} note={few} />
      <GroupTable
        title={t('bySite')}
        note={few}
        rows={bySite.map(({ siteId, siteName, figures: own }) => ({
          key: siteId,
          name: siteName ?? t('hiddenSite'),
          figures: own,
        }))}
      />
      <GroupTable
        title={t('byCamera')}
        note={few}
        rows={byCamera.map(({ camera, figures: own }) => ({
          key: camera,
          name: ofVideo(`camera.${camera}`),
          figures: own,
        }))}
      />
    </>
  );
}
