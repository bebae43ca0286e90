import { runCalls, type Run } from '@sweepline/contract';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '../../../kit/ui/button.tsx';
import { may } from '../../../kit/api/may.ts';
import { RestDialog } from './rest-dialog.tsx';
import { canStop } from '../../../shared/run/run-rules.ts';
import { hasRest } from '../task-rules.ts';

/** Hands the remaining work of an open run to another robot, or cleans the rest of an aborted run. */
export function RunRestButton({ run, quiet = false }: { run: Run; quiet?: boolean }) {
  const { t } = useTranslation('tasks');
  const [isDialogOpen, setDialogOpen] = useState(false);
  const isOpen = run.kind === 'CLEANING' && canStop(run.state);
  if (!may(runCalls.rest.allow) || !(isOpen || hasRest(run))) return null;
  return (
    <>
      <Button
        {...(quiet && { look: 'quiet' as const })}
        icon={isOpen ? 'robot' : 'redo'}
        onClick={() => setDialogOpen(true)}
      >
        {t(isOpen ? 'handOver' : 'cleanRest')}
      </Button>
      {isDialogOpen && <RestDialog run={run} onClose={() => setDialogOpen(false)} />}
    </>
  );
}
