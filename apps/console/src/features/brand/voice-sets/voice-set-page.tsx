import { pages, voiceSetCalls } from '@sweepline/contract';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { Link, useSearchParams } from 'react-router';
import { Allowed } from '../../../kit/api/allowed.tsx';
import { callQuery } from '../../../kit/api/api.ts';
import { Failure } from '../../../kit/ui/failure.tsx';
import { usePageName } from '../../../kit/ui/page-name.ts';
import { Skeleton } from '../../../kit/ui/skeleton.tsx';
import { VoiceRobotList } from './voice-robot-list.tsx';
import { VoiceSetForm } from './voice-set-form.tsx';
import './voice-sets.css';

/** Page of a voice set: its files by language and slot, and the robots that have it. Without an id it creates one. */
export function VoiceSetPage() {
  const { t } = useTranslation('brand/voice-sets');
  const [params] = useSearchParams();
  const id = params.get('id');
  const { data, error, refetch } = useQuery({
    ...callQuery(voiceSetCalls.detail, { id: id ?? '' }),
    enabled: id !== null,
    meta: { silent: true },
  });
  usePageName(data?.name);
  if (id !== null && error && !data) return <Failure error={error} onRetry={() => void refetch()} />;
  if (id !== null && !data) return <Skeleton lines={8} />;
  return (
    <div className="voice-page">
      <header className="sl-page-head">
        <h1>{data?.name ?? t('create')}</h1>
        {data && (
          <div className="sl-page-actions">
            <Allowed call={voiceSetCalls.rollout}>
              <Link className="sl-button sl-button-main" to={pages.voiceRollout({ set: data.id })}>
                {t('rollOut')}
              </Link>
            </Allowed>
          </div>
        )}
      </header>
      {/* A new version resets the form. Otherwise edits of the old version would overwrite the new one. */}
      <VoiceSetForm key={data?.version ?? 0} set={data ?? null} />
      {data && <VoiceRobotList setId={data.id} />}
    </div>
  );
}
