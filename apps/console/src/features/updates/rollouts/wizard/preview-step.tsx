import { otaTaskCalls, type OtaPlan, type OtaPreview, type PreviewVerdict } from '@sweepline/contract';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { CallError, callQuery } from '../../../../kit/api/api.ts';
import { BarList } from '../../../../kit/chart/bar-list.tsx';
import { PlainBar } from '../../../../kit/chart/plain-bar.tsx';
import { formatBytes, formatNumber } from '../../../../kit/format/format.ts';
import { Button } from '../../../../kit/ui/button.tsx';
import { Failure } from '../../../../kit/ui/failure.tsx';
import { Skeleton } from '../../../../kit/ui/skeleton.tsx';
import { ofPlan, stepOf, type Step } from './draft.ts';
import type { Faults } from './plan-faults.ts';
import { PreviewSites } from './preview-sites.tsx';
import { VerdictDialog } from './verdict-dialog.tsx';

interface Props {
  checked: { plan: OtaPlan } | { faults: Faults };
  onGo: (step: Step) => void;
  onRefused: (faults: Faults) => void;
}

/** What the rollout would do, or what is missing before it can be shown. */
export function PreviewStep({ checked, onGo, onRefused }: Props) {
  return 'plan' in checked ? (
    <Preview plan={checked.plan} onGo={onGo} onRefused={onRefused} />
  ) : (
    <FaultList faults={checked.faults} onGo={onGo} />
  );
}

function FaultList({ faults, onGo }: { faults: Faults; onGo: (step: Step) => void }) {
  const { t } = useTranslation('updates/rollouts');
  return (
    <div role="alert">
      <p>{t('notYet')}</p>
      <ul className="rollout-faults">
        {Object.entries(faults).map(([field, reason]) => (
          <li key={field}>
            <Button look="quiet" onClick={() => onGo(stepOf(field))}>
              {t(`step.${stepOf(field)}`)}
            </Button>
            {reason}
          </li>
        ))}
      </ul>
    </div>
  );
}

function Preview({ plan, onGo, onRefused }: Omit<Props, 'checked'> & { plan: OtaPlan }) {
  const [verdict, setVerdict] = useState<PreviewVerdict>();
  const { data, error, refetch } = useQuery({
    ...callQuery(otaTaskCalls.preview, plan),
    placeholderData: keepPreviousData,
    meta: { silent: true },
  });
  const fields = error instanceof CallError ? ofPlan(error.fields) : {};
  const isRefused = Object.keys(fields).length > 0;
  // The steps mark the refused fields too.
  useEffect(() => {
    if (error instanceof CallError && Object.keys(error.fields).length > 0) onRefused(ofPlan(error.fields));
  }, [error, onRefused]);
  if (isRefused) return <FaultList faults={fields} onGo={onGo} />;
  if (error && !data) return <Failure error={error} onRetry={() => void refetch()} />;
  if (!data) return <Skeleton lines={8} />;
  return (
    <>
      <Totals preview={data} />
      <div className="rollout-preview">
        <Verdicts preview={data} onOpen={setVerdict} />
        <StageSizes preview={data} />
        <PreviewSites preview={data} />
      </div>
      {verdict && <VerdictDialog plan={plan} verdict={verdict} onClose={() => setVerdict(undefined)} />}
    </>
  );
}

function Totals({ preview: { verdicts, bytes, mobileBytes } }: { preview: OtaPreview }) {
  const { t } = useTranslation('updates/rollouts');
  const count = verdicts.UPDATES ?? 0;
  return (
    <div className="rollout-totals">
      <p>
        <strong>{t('updates', { count, number: formatNumber(count) })}</strong>
        {count === 0 && <small>{t('noneUpdates')}</small>}
      </p>
      <p>
        <strong>{formatBytes(bytes)}</strong>
        <small>{t('bytes')}</small>
      </p>
      <p>
        <strong>{formatBytes(mobileBytes)}</strong>
        <small>{t('mobileBytes')}</small>
      </p>
    </div>
  );
}

interface VerdictProps {
  preview: OtaPreview;
  onOpen: (verdict: PreviewVerdict) => void;
}

function Verdicts({ preview: { verdicts }, onOpen }: VerdictProps) {
  const { t } = useTranslation('updates/rollouts');
  const present = (Object.entries(verdicts) as [PreviewVerdict, number][])
    .filter(([, count]) => count > 0)
    .sort(([, one], [, other]) => other - one);
  const most = Math.max(1, ...present.map(([, count]) => count));
  return (
    <section>
      <h3>{t('verdicts')}</h3>
      <BarList<PreviewVerdict>
        label={t('verdicts')}
        rows={present.map(([key, count]) => ({
          key,
          name: t(`verdict.${key}`),
          share: count / most,
          value: formatNumber(count),
        }))}
        onPress={onOpen}
      />
      {present.length > 0 && <p className="rollout-note">{t('verdictsHint')}</p>}
    </section>
  );
}

function StageSizes({ preview: { stages } }: { preview: OtaPreview }) {
  const { t } = useTranslation('updates/rollouts');
  const most = Math.max(1, ...stages);
  return (
    <section>
      <h3>{t('stageSizes')}</h3>
      <ol className="rollout-sizes">
        {Object.entries(stages).map(([place, count]) => (
          <li key={place}>
            <span>{t('stageNumber', { number: formatNumber(Number(place) + 1) })}</span>
            <PlainBar share={count / most} />
            <span>{formatNumber(count)}</span>
          </li>
        ))}
      </ol>
    </section>
  );
}
