import { settingsRolloutCalls, type RolloutTarget, pages } from '@sweepline/contract';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, useSearchParams } from 'react-router';
import { Allowed } from '../../../kit/api/allowed.tsx';
import { callQuery } from '../../../kit/api/api.ts';
import { Button } from '../../../kit/ui/button.tsx';
import { ConfirmCallDialog } from '../../../kit/form/confirm-call-dialog.tsx';
import { Failure } from '../../../kit/ui/failure.tsx';
import { formatTime } from '../../../kit/format/format.ts';
import { usePageName } from '../../../kit/ui/page-name.ts';
import { PlainTable } from '../../../kit/list/plain-table.tsx';
import { Skeleton } from '../../../kit/ui/skeleton.tsx';
import { StateMark } from '../../../kit/ui/state-mark.tsx';
import { isUnderWay, progressMarks } from './marks.ts';
import { useSettingWords, type SettingWords } from './setting-parts.ts';
import './settings-rollouts.css';

const pollMs = 2_000;

/** Page of a rollout with the reported progress of each robot. */
export function RolloutPage() {
  const { t } = useTranslation('devices/settings-rollouts');
  const [params] = useSearchParams();
  const id = params.get('id') ?? '';
  const { data, error, refetch } = useQuery({
    ...callQuery(settingsRolloutCalls.detail, { id }),
    refetchInterval: ({ state }) =>
      state.data?.targets.some(({ progress }) => isUnderWay(progress)) ? pollMs : false,
    meta: { silent: true },
  });
  const words = useSettingWords(data?.rollout.model);
  usePageName(data?.rollout.source.name);
  const [canceling, setCanceling] = useState(false);
  if (error && !data) return <Failure error={error} onRetry={() => void refetch()} />;
  if (!data) return <Skeleton lines={8} />;
  const { rollout, values, targets } = data;
  const failed = targets.filter(({ progress }) => progress === 'FAILED').map((target) => target.id);
  const source = rollout.kind === 'SYNC' ? { device: rollout.source.id } : { profile: rollout.source.id };
  return (
    <div className="sr-page">
      <header className="sl-page-head">
        <div>
          <h1>{t(`kind.${rollout.kind}`, { name: rollout.source.name })}</h1>
          <p className="sr-note">
            {t('byWhen', { who: rollout.by, when: formatTime(rollout.createdAt) })}
            {rollout.dueAt && ` · ${t('due', { when: formatTime(rollout.dueAt) })}`}
            {rollout.state === 'CANCELED' &&
              ` · ${rollout.canceledBy ? t('canceledBy', { who: rollout.canceledBy }) : t('notAllowedAnyMore')}`}
          </p>
        </div>
        <div className="sl-page-actions">
          {rollout.state === 'SCHEDULED' && (
            <Allowed call={settingsRolloutCalls.cancel}>
              <Button onClick={() => setCanceling(true)}>{t('cancelAct')}</Button>
            </Allowed>
          )}
          {failed.length > 0 && rollout.source.id && (
            <Allowed call={settingsRolloutCalls.start}>
              <Link
                className="sl-button"
                to={pages.settingsSync({
                  ...('device' in source
                    ? { device: source.device ?? undefined }
                    : { profile: source.profile ?? undefined }),
                  target: failed,
                })}
              >
                {t('againFailed', { count: failed.length })}
              </Link>
            </Allowed>
          )}
        </div>
      </header>
      <div className="sr-result">
        <TargetTable targets={targets} words={words} />
        <aside>
          <h2>{t('settings', { count: Object.keys(values).length })}</h2>
          <dl className="sr-values">
            {Object.entries(values).map(([key, value]) => (
              <div key={key}>
                <dt>{words.nameOf(key)}</dt>
                <dd>{words.valueText(key, value)}</dd>
              </div>
            ))}
          </dl>
        </aside>
      </div>
      {canceling && <CancelDialog id={id} name={rollout.source.name} onClose={() => setCanceling(false)} />}
    </div>
  );
}

function TargetTable({ targets, words }: { targets: readonly RolloutTarget[]; words: SettingWords }) {
  const { t } = useTranslation('devices/settings-rollouts');
  return (
    <PlainTable>
      <thead>
        <tr>
          <th scope="col">{t('robot')}</th>
          <th scope="col">{t('progressTitle')}</th>
        </tr>
      </thead>
      <tbody>
        {targets.map(({ id, nickname, sn, model, progress, code, faults }) => (
          <tr key={id}>
            <th scope="row">
              <Link to={pages.device({ id, tab: 'settings' })}>{nickname}</Link>
              <small>
                {sn} · {model}
              </small>
            </th>
            <td>
              <StateMark {...progressMarks[progress]} word={t(`progress.${progress}`)} />
              {code && <small>{words.reasonOf(code)}</small>}
              {faults.length > 0 && (
                <small>{t('cannotHave', { settings: faults.map(words.nameOf).join(', ') })}</small>
              )}
            </td>
          </tr>
        ))}
      </tbody>
    </PlainTable>
  );
}

function CancelDialog({ id, name, onClose }: { id: string; name: string; onClose: () => void }) {
  const { t } = useTranslation('devices/settings-rollouts');
  return (
    <ConfirmCallDialog
      title={t('cancelTitle', { name })}
      call={settingsRolloutCalls.cancel}
      input={{ id }}
      act={t('cancelAct')}
      done={t('canceled')}
      onClose={onClose}
    >
      {t('cancelHint')}
    </ConfirmCallDialog>
  );
}
