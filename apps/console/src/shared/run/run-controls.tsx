import { runCalls } from '@sweepline/contract';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '../../kit/ui/button.tsx';
import { may } from '../../kit/api/may.ts';
import { useKeyActs, type KeyAct } from '../../kit/keys/use-key-acts.ts';
import { CommandLife, type IssuedCommand } from './run-command-state.tsx';
import { Refusal } from '../../kit/form/refusal.tsx';
import type { RunDetail } from './run-rules.ts';
import { StopDialog } from './stop-dialog.tsx';
import { canPause, canResume, canStop } from './run-rules.ts';
import { useRunActions, type RunVerb } from './use-run-actions.ts';

/** Pause, resume, stop; and the state of the last command. `keys` gives them a letter each, on a page of one robot. */
export function RunControls({ run, keys = false }: { run: RunDetail; keys?: boolean }) {
  const { t } = useTranslation('run');
  const [stopping, setStopping] = useState(false);
  const [issued, setIssued] = useState<IssuedCommand | null>(null);
  const sent = (verb: RunVerb) => setIssued({ verb, at: Date.now() });
  const { pause, resume } = useRunActions({ after: sent, silent: true });
  if (!may(runCalls.pause.allow)) return null;
  const refused = [pause.error, resume.error].find((error) => error !== null) ?? null;
  const issue = (verb: 'pause' | 'resume') => {
    pause.reset();
    resume.reset();
    (verb === 'pause' ? pause : resume).mutate({ id: run.id });
  };
  return (
    <>
      {refused ? <Refusal error={refused} /> : issued && <CommandLife run={run} issued={issued} />}
      {canPause(run) && (
        <Button icon="pause" busy={pause.isPending} onClick={() => issue('pause')}>
          {t('pause')}
        </Button>
      )}
      {canResume(run) && (
        <Button look="main" icon="play" busy={resume.isPending} onClick={() => issue('resume')}>
          {t('resume')}
        </Button>
      )}
      {canStop(run.state) && (
        <Button look="danger" icon="stop" onClick={() => setStopping(true)}>
          {t('stop')}
        </Button>
      )}
      {keys && (
        <RunKeys
          acts={[
            ...(canPause(run) ? [{ text: t('pause'), key: 'p', run: () => issue('pause') }] : []),
            ...(canResume(run) ? [{ text: t('resume'), key: 'p', run: () => issue('resume') }] : []),
            ...(canStop(run.state) ? [{ text: t('stop'), key: 's', run: () => setStopping(true) }] : []),
          ]}
        />
      )}
      {stopping && <StopDialog run={run} onClose={() => setStopping(false)} onSent={sent} />}
    </>
  );
}

function RunKeys({ acts }: { acts: readonly KeyAct[] }) {
  const { t } = useTranslation('run');
  useKeyActs(t('keys'), acts);
  return null;
}
