import { pages, reportCalls, runCalls, type Run } from '@sweepline/contract';
import { isOpenRun } from '@sweepline/contract/robot';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import { Button } from '../../../../kit/ui/button.tsx';
import { may } from '../../../../kit/api/may.ts';
import { RowMenu } from '../../../../kit/list/row-menu.tsx';
import { ButtonLink } from '../button-link.tsx';
import { StopDialog } from '../../../../shared/run/stop-dialog.tsx';
import { useRunName } from '../../../../shared/run/use-run-name.ts';
import { useRunActions } from '../../../../shared/run/use-run-actions.ts';
import { canPause, canResume, canStop } from '../../../../shared/run/run-rules.ts';

/** Pause or resume for an open run, the report for a finished one. */
export function RunRowActions({ run }: { run: Run }) {
  const { t } = useTranslation('work/tasks');
  const navigate = useNavigate();
  const [stopping, setStopping] = useState(false);
  const { pause, resume } = useRunActions();
  const runs = may(runCalls.pause.allow);
  const { taskId } = run;
  return (
    <>
      {runs && canPause(run) && (
        <Button icon="pause" busy={pause.isPending} onClick={() => pause.mutate({ id: run.id })}>
          {t('pause')}
        </Button>
      )}
      {runs && canResume(run) && (
        <Button icon="play" busy={resume.isPending} onClick={() => resume.mutate({ id: run.id })}>
          {t('resume')}
        </Button>
      )}
      {!isOpenRun(run.state) && run.kind === 'CLEANING' && may(reportCalls.detail.allow) && (
        <ButtonLink look="quiet" icon="report" to={pages.report({ id: run.id })}>
          {t('report')}
        </ButtonLink>
      )}
      <RowMenu
        label={useRunName()(run)}
        items={[
          runs &&
            canStop(run.state) && {
              key: 'stop',
              text: t('stop'),
              icon: 'stop',
              danger: true,
              run: () => setStopping(true),
            },
          taskId !== null && {
            key: 'task',
            text: t('openTask'),
            icon: 'task',
            run: () => void navigate(pages.task({ id: taskId })),
          },
        ]}
      />
      {stopping && <StopDialog run={run} onClose={() => setStopping(false)} />}
    </>
  );
}
