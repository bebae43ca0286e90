import { pages, type OtaTaskDetail } from '@sweepline/contract';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { formatNumber, formatTime } from '../../../../kit/format/format.ts';
import { CountBar } from '../../../../shared/updates/count-bar.tsx';
import { TaskMark } from '../task-mark.tsx';
import { TaskActs } from './task-acts.tsx';

/** What the rollout is, how it is, and what to do next. */
export function TaskHead({ task }: { task: OtaTaskDetail }) {
  const { t } = useTranslation('updates/rollouts');
  const { name, state, kind, package: of, companyName, createdAt, createdBy, deadline, force, counts } = task;
  return (
    <>
      <header className="sl-page-head">
        <div>
          <h1>{name}</h1>
          <span className="rollout-state">
            <TaskMark state={state} reason={task.reason} />
          </span>
          <p className="rollout-note">
            <Link to={pages.otaPackage({ id: of.id })}>
              {of.name.includes(of.version) ? of.name : `${of.name} · ${of.version}`}
            </Link>
            {' · '}
            {[
              kind === 'ROLLBACK' && t('kind.ROLLBACK'),
              force && t('forced'),
              companyName,
              t('createdBy', { when: formatTime(createdAt), who: createdBy }),
              t('until', { when: formatTime(deadline) }),
            ]
              .filter(Boolean)
              .join(' · ')}
          </p>
        </div>
        <div className="sl-page-actions">
          <TaskActs task={task} />
        </div>
      </header>
      <NextStep task={task} />
      {counts.total > 0 && (
        <div className="rollout-head-bar">
          <strong>
            {t('done', { done: formatNumber(counts.successful), total: formatNumber(counts.total) })}
          </strong>
          <CountBar counts={counts} />
        </div>
      )}
    </>
  );
}

/** Why the rollout stands still, and who can change that. */
function NextStep({ task: { state, reason, refusedReasons, counts } }: { task: OtaTaskDetail }) {
  const { t } = useTranslation('updates/rollouts');
  if (state === 'DRAFT' && refusedReasons !== '')
    return (
      <p role="note" className="rollout-banner">
        <strong>{t('refusedBecause')}</strong> {refusedReasons}
      </p>
    );
  if (state === 'WAITING_APPROVAL')
    return (
      <p role="note" className="rollout-banner">
        {t('approvalHint')}
      </p>
    );
  if (reason === null || (state !== 'PAUSED' && state !== 'STOPPED')) return null;
  return (
    <p role="note" className="rollout-banner" data-look={state === 'STOPPED' ? 'fault' : 'waiting'}>
      <strong>{t(`reason.${reason}`)}</strong>{' '}
      {t(`standstill.${reason}`, { failed: formatNumber(counts.failed) })}
    </p>
  );
}
