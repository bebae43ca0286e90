import { aiModelCalls, type AiModelDetail } from '@sweepline/contract';
import { useQuery } from '@tanstack/react-query';
import { Select } from 'antd';
import { useTranslation } from 'react-i18next';
import { callQuery } from '../../../kit/api/api.ts';
import { Failure } from '../../../kit/ui/failure.tsx';
import { Skeleton } from '../../../kit/ui/skeleton.tsx';
import { ClassTable } from './figures/class-table.tsx';

interface Props {
  model: AiModelDetail;
  otherId: string;
  onChoose: (id: string) => void;
}

/** Two models side by side that were judged on the same version. */
export function ComparisonSection({ model, otherId, onChoose }: Props) {
  const { t } = useTranslation('ai/models');
  const { projectId, datasetId, id } = model;
  const { data } = useQuery(callQuery(aiModelCalls.list, { projectId, pageSize: 99 }));
  const others = (data?.list ?? []).filter((it) => it.datasetId === datasetId && it.id !== id);
  return (
    <section>
      <h2>{t('compare')}</h2>
      {data && others.length === 0 && <p>{t('noOther')}</p>}
      {others.length > 0 && (
        <Select
          className="ai-model-other"
          aria-label={t('compareWith')}
          placeholder={t('compareWith')}
          value={otherId || undefined}
          onChange={onChoose}
          options={others.map(({ id: value, projectName: project, number }) => ({
            value,
            label: t('modelOf', { project, number }),
          }))}
        />
      )}
      {otherId && <Comparison id={id} otherId={otherId} />}
    </section>
  );
}

function Comparison({ id, otherId }: { id: string; otherId: string }) {
  const { t } = useTranslation('ai/models');
  const { data, error, refetch } = useQuery({
    ...callQuery(aiModelCalls.compare, { id, otherId }),
    meta: { silent: true },
  });
  if (error && !data) return <Failure error={error} onRetry={() => void refetch()} />;
  if (!data) return <Skeleton lines={4} />;
  const { one, other } = data;
  if (!one.figures) return <p>{t('notJudgedHint')}</p>;
  return (
    <ClassTable
      classes={one.classes}
      figures={one.figures}
      other={other.figures}
      otherName={t('modelOf', { project: other.projectName, number: other.number })}
      note={undefined}
    />
  );
}
