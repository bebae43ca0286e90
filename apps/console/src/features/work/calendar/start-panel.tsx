import { reportCalls, scheduleCalls, type PlannedStart, pages } from '@sweepline/contract';
import { useQuery } from '@tanstack/react-query';
import { Dialog } from '../../../kit/form/dialog.tsx';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { callQuery } from '../../../kit/api/api.ts';
import { Button } from '../../../kit/ui/button.tsx';
import { ConfirmDialog } from '../../../kit/form/confirm-dialog.tsx';
import { Figure } from '../../../kit/ui/figure.tsx';
import { formatDuration, formatShare, unknown } from '../../../kit/format/format.ts';
import { may } from '../../../kit/api/may.ts';
import { StateMark } from '../../../kit/ui/state-mark.tsx';
import { isPast } from './calendar-rules.ts';
import { PlanDialog } from './plan-dialog.tsx';
import { Readiness } from '../../../shared/run/readiness.tsx';
import { startStyles } from './start-styles.ts';
import type { PlanActions } from './use-plan-actions.ts';
import { TimeIn } from '../../../kit/format/time-in.tsx';
import { useReasonWord } from './use-reason-word.ts';

interface Props {
  start: PlannedStart;
  actions: PlanActions;
  onClose: () => void;
}

/** Plan against actual of one start, the reason of a difference, and its actions. */
export function StartPanel({ start, actions, onClose }: Props) {
  const { t } = useTranslation('work/calendar');
  const [asking, ask] = useState<'edit' | 'delete' | null>(null);
  const schedule = useQuery({
    ...callQuery(scheduleCalls.detail, { id: start.scheduleId }),
    meta: { silent: true },
  }).data;
  if (asking === 'edit' && schedule) return <PlanDialog schedule={schedule} onClose={onClose} />;
  const style = startStyles[start.state];
  return (
    <Dialog open title={start.taskName} onCancel={onClose} width={460} footer={null}>
      <div className="start-panel">
        <StateMark tone={style.tone} icon={style.icon} word={t(`states.${start.state}`)} />
        <StartFacts start={start} />
        {start.state === 'PLANNED' && !isPast(start) && <Readiness deviceId={start.deviceId} />}
        <footer>
          {start.runId && (
            <Link className="sl-button sl-button-main" to={runOf(start, start.runId)}>
              {t(isOver(start) ? 'openReport' : 'watch')}
            </Link>
          )}
          <Link className="sl-button sl-button-plain" to={pages.task({ id: start.taskId })}>
            {t('openTask')}
          </Link>
          {schedule && may(scheduleCalls.update.allow) && (
            <>
              <Button icon="edit" onClick={() => ask('edit')}>
                {t('editPlan')}
              </Button>
              {!isPast(start) && start.state === 'PLANNED' && start.recurring && (
                <Button onClick={() => void actions.skip(start).then(onClose)}>{t('skipDay')}</Button>
              )}
              {start.moved && !isPast(start) && (
                <Button onClick={() => void actions.restore(start).then(onClose)}>{t('moveBack')}</Button>
              )}
              <Button
                onClick={() => {
                  actions.setEnabled.mutate({
                    id: schedule.id,
                    version: schedule.version,
                    enabled: !schedule.enabled,
                  });
                  onClose();
                }}
              >
                {t(schedule.enabled ? 'switchOff' : 'switchOn')}
              </Button>
            </>
          )}
          {schedule && may(scheduleCalls.remove.allow) && (
            <Button icon="trash" look="quiet" onClick={() => ask('delete')}>
              {t('deletePlan')}
            </Button>
          )}
        </footer>
      </div>
      {asking === 'delete' && (
        <ConfirmDialog
          title={t('deleteTitle', { task: start.taskName })}
          act={t('deletePlan')}
          busy={actions.remove.isPending}
          onConfirm={() => actions.remove.mutate({ id: start.scheduleId }, { onSuccess: onClose })}
          onClose={() => ask(null)}
        >
          <p>{t('deleteHint')}</p>
        </ConfirmDialog>
      )}
    </Dialog>
  );
}

const isOver = ({ state }: PlannedStart) => ['DONE', 'LATE', 'SHORT'].includes(state);
const runOf = (start: PlannedStart, runId: string) =>
  isOver(start) && may(reportCalls.detail.allow) ? pages.report({ id: runId }) : pages.task({ run: runId });

function StartFacts({ start }: { start: PlannedStart }) {
  const { t } = useTranslation('work/calendar');
  const reason = useReasonWord();
  const { startedAt, endedAt, dueAt } = start;
  const took = startedAt && endedAt ? (Date.parse(endedAt) - Date.parse(startedAt)) / 1000 : null;
  const lateS = startedAt ? (Date.parse(startedAt) - Date.parse(dueAt)) / 1000 : null;
  return (
    <dl className="work-facts">
      {start.reason && (
        <div>
          <dt>{t('reason')}</dt>
          <dd>{reason(start.reason)}</dd>
        </div>
      )}
      <div>
        <dt>{t('device')}</dt>
        <dd>{start.deviceName}</dd>
      </div>
      <div>
        <dt>{t('plannedAt')}</dt>
        <dd>
          <TimeIn at={dueAt} zone={start.timezone} /> · {t('min', { count: start.minutes })}
        </dd>
      </div>
      {start.runId && (
        <>
          <div>
            <dt>{t('startedAt')}</dt>
            <dd>
              <TimeIn at={startedAt} zone={start.timezone} />
              {lateS !== null && lateS > 60 && ` (+${formatDuration(lateS)})`}
            </dd>
          </div>
          <div>
            <dt>{t('took')}</dt>
            <dd>
              <Figure value={formatDuration(took)} formula={t('tookFormula')} />
            </dd>
          </div>
          <div>
            <dt>{t('coverage')}</dt>
            <dd>{start.coverage === null ? unknown : <Figure value={formatShare(start.coverage)} />}</dd>
          </div>
        </>
      )}
    </dl>
  );
}
