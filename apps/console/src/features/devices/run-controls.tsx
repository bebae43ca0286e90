import { runCalls, type Run } from '@sweepline/contract';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '../../kit/ui/button.tsx';
import { ConfirmDialog } from '../../kit/form/confirm-dialog.tsx';
import { useAction } from '../../kit/api/use-action.ts';

type Verb = 'pause' | 'resume' | 'stop';

interface Props {
  run: Pick<Run, 'id' | 'name' | 'state'>;
  /** The id of the device. */
  name: string;
}

/** Controls an open run. The request stays visible until the robot's state answers it. */
export function RunControls({ run, name }: Props) {
  const { t } = useTranslation('devices');
  const [request, setRequest] = useState<{ verb: Verb; at: Run['state'] } | null>(null);
  const [stopping, setStopping] = useState(false);
  const ask = (verb: Verb) => ({ done: null, quiet: true, after: () => setRequest({ verb, at: run.state }) });
  const pause = useAction(runCalls.pause, ask('pause'));
  const resume = useAction(runCalls.resume, ask('resume'));
  const stop = useAction(runCalls.stop, ask('stop'));
  const waiting = request?.at === run.state ? request.verb : null;
  const input = { id: run.id };
  return (
    <div className="sl-run-controls">
      {run.state === 'IN_PROGRESS' && (
        <Button
          icon="pause"
          busy={pause.isPending || waiting === 'pause'}
          onClick={() => pause.mutate(input)}
        >
          {t('pause')}
        </Button>
      )}
      {run.state === 'PAUSED' && (
        <Button
          icon="play"
          busy={resume.isPending || waiting === 'resume'}
          onClick={() => resume.mutate(input)}
        >
          {t('resume')}
        </Button>
      )}
      <Button icon="stop" busy={stop.isPending || waiting === 'stop'} onClick={() => setStopping(true)}>
        {t('stop')}
      </Button>
      <span role="status">{waiting && t(`asked.${waiting}`)}</span>
      {stopping && (
        <ConfirmDialog
          title={t('stopTitle', { run: run.name, name })}
          act={t('stop')}
          onConfirm={() => {
            stop.mutate(input);
            setStopping(false);
          }}
          onClose={() => setStopping(false)}
        >
          {t('stopHint')}
        </ConfirmDialog>
      )}
    </div>
  );
}
