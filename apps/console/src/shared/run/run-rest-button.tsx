import { runCalls, type Run } from '@sweepline/contract';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '../../kit/ui/button.tsx';
import { may } from '../../kit/api/may.ts';
import { RestDialog } from './rest-dialog.tsx';
import { canStop } from './run-rules.ts';

/** Hands the remaining work of an open run to another robot, or cleans what an ended run left. */
export function RunRestButton({ run, quiet = false }: { run: Run; quiet?: boolean }) {
  const { t } = useTranslation('run');
  const [isDialogOpen, setDialogOpen] = useState(false);
  const isOpen = run.kind === 'CLEANING' && canStop(run.state);
  if (!may(runCalls.rest.allow) || !(isOpen || run.restCount > 0)) return null;
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
