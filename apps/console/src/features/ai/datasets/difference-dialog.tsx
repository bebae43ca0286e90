import { aiDatasetCalls, type AiDataset } from '@sweepline/contract';
import { useQuery } from '@tanstack/react-query';
import { Select } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { callQuery } from '../../../kit/api/api.ts';
import { Dialog } from '../../../kit/form/dialog.tsx';
import { formatNumber } from '../../../kit/format/format.ts';
import { Facts } from '../../../kit/ui/facts.tsx';
import { Skeleton } from '../../../kit/ui/skeleton.tsx';

const kinds = ['added', 'removed', 'relabelled', 'moved', 'same'] as const;

/** What one version has that another one of the same project has not. */
export function DifferenceDialog({ dataset, onClose }: { dataset: AiDataset; onClose: () => void }) {
  const { t } = useTranslation('ai/datasets');
  const { id, projectId, projectName: project, number } = dataset;
  const { data } = useQuery(callQuery(aiDatasetCalls.list, { projectId, pageSize: 99 }));
  const others = (data?.list ?? []).filter((it) => it.id !== id);
  const [chosen, setChosen] = useState<string>();
  const otherId = chosen ?? others.find((it) => it.number < number)?.id ?? others[0]?.id;
  const name = t('version', { project, number });
  return (
    <Dialog open title={t('compareTitle', { name })} footer={null} onCancel={onClose}>
      {!data && <Skeleton lines={4} />}
      {data && otherId === undefined && <p>{t('noOther')}</p>}
      {otherId !== undefined && (
        <>
          <Select
            aria-label={t('compareWith')}
            value={otherId}
            onChange={setChosen}
            style={{ width: '100%' }}
            options={others.map((it) => ({
              value: it.id,
              label: t('version', { project, number: it.number }),
            }))}
          />
          <Difference id={id} otherId={otherId} />
        </>
      )}
    </Dialog>
  );
}

function Difference({ id, otherId }: { id: string; otherId: string }) {
  const { t } = useTranslation('ai/datasets');
  const { data } = useQuery(callQuery(aiDatasetCalls.difference, { id, otherId }));
  if (!data) return <Skeleton lines={4} />;
  return (
    <Facts>
      <section>
        <dl>
          {kinds.map((kind) => (
            <div key={kind}>
              <dt>{t(`difference.${kind}`)}</dt>
              <dd>{formatNumber(data[kind])}</dd>
            </div>
          ))}
        </dl>
      </section>
    </Facts>
  );
}
