import { maxVoiceTargets, voiceSetCalls } from '@sweepline/contract';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { Select } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'react-router';
import { callQuery } from '../../../kit/api/api.ts';
import { Failure } from '../../../kit/ui/failure.tsx';
import { Skeleton } from '../../../kit/ui/skeleton.tsx';
import { DevicePicker } from '../../../shared/device-picker/device-picker.tsx';
import { GroupSelect } from '../../../shared/device-picker/group-select.tsx';
import { RolloutTime } from './rollout-time.tsx';
import { VoicePreviewList } from './voice-preview-list.tsx';
import './voice-sets.css';

/** Stands for the robots' own sounds among the sets. */
const own = 'own';

/** Rolls out a set, or the robots' own sounds: what, to which robots, what changes, and when. */
export function VoiceRolloutPage() {
  const { t } = useTranslation('brand/voice-sets');
  const [params] = useSearchParams();
  const chosen = params.get('set');
  const [targets, setTargets] = useState<readonly string[]>(params.getAll('target'));
  const setId = chosen === own ? null : chosen;
  const preview = useQuery({
    ...callQuery(voiceSetCalls.preview, { id: setId, targetIds: [...targets].sort() }),
    enabled: chosen !== null && targets.length > 0,
    placeholderData: keepPreviousData,
    meta: { silent: true },
  });
  const changing = preview.data?.targets.filter(({ verdict }) => verdict === 'DIFFERENT').length ?? 0;
  return (
    <div className="voice-page">
      <header className="sl-page-head">
        <h1>{t('rollOut')}</h1>
      </header>
      <div className="voice-steps">
        <SetField chosen={chosen} />
        <section>
          <h2>{t('step.targets')}</h2>
          <DevicePicker label={t('step.targets')} value={targets} onChange={setTargets} />
          {/* Below: it stands there only once the groups are read. */}
          <GroupSelect
            label={t('takeGroup')}
            onTake={(ids) => setTargets([...new Set([...targets, ...ids])].slice(0, maxVoiceTargets))}
          />
        </section>
        {chosen !== null && targets.length > 0 && (
          <section>
            <h2>{t('step.preview')}</h2>
            {preview.error && <Failure error={preview.error} onRetry={() => void preview.refetch()} />}
            {!preview.error && !preview.data && <Skeleton lines={4} />}
            {preview.data && <VoicePreviewList targets={preview.data.targets} />}
          </section>
        )}
        {changing > 0 && <RolloutTime setId={setId} targets={targets} changing={changing} />}
      </div>
    </div>
  );
}

/** The set, which the address keeps. */
function SetField({ chosen }: { chosen: string | null }) {
  const { t } = useTranslation('brand/voice-sets');
  const [, setParams] = useSearchParams();
  const { data } = useQuery({ ...callQuery(voiceSetCalls.list, { pageSize: 99 }), meta: { silent: true } });
  return (
    <section>
      <h2>{t('step.what')}</h2>
      <Select
        aria-label={t('step.what')}
        className="voice-choice"
        placeholder={t('chooseSet')}
        value={chosen}
        options={[
          ...(data?.list ?? []).map(({ id, name }) => ({ value: id, label: name })),
          { value: own, label: t('ownSounds') },
        ]}
        onChange={(set: string) => setParams({ set }, { replace: true })}
      />
    </section>
  );
}
