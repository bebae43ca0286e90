import { commandCalls, isOverCommand, pages } from '@sweepline/contract';
import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { Button } from '../../kit/ui/button.tsx';
import { formatPercent } from '../../kit/format/format.ts';
import { may } from '../../kit/api/may.ts';
import { StateMark } from '../../kit/ui/state-mark.tsx';
import { useAction } from '../../kit/api/use-action.ts';
import { useWords } from '../words/use-words.ts';
import { canCancel, commandMarks, isDone, jobMarks } from './command-life.ts';
import './command.css';
import { untrack, useTrackedCommands, type TrackedCommand } from './tracked-commands.ts';
import { useCommand } from './use-command.ts';
import { useCommandName } from './use-command-name.ts';

const readMs = 4_000;

/** The commands just issued in this window, with their state. A successful one disappears, a failed one stays. */
export function CommandStrip() {
  const { t } = useTranslation('command');
  const followed = useTrackedCommands();
  return (
    <div className="sl-command-strip" role="status" aria-label={t('following')}>
      {followed.map((tracked) => (
        <FollowedCommand key={tracked.command.id} {...tracked} />
      ))}
    </div>
  );
}

function FollowedCommand({ command: issued, device }: TrackedCommand) {
  const { t } = useTranslation('command');
  const { word } = useWords();
  const { id, type } = issued;
  const name = useCommandName()(type);
  const command = useCommand(id).data;
  const status = command?.status ?? issued.status;
  const { job } = command ?? {};
  const over = isOverCommand({ status }) && job?.state !== 'RUNNING';
  const disappears = isDone({ status, job }) || status === 'CANCELED' || job?.state === 'CANCELED';
  const cancel = useAction(commandCalls.cancel, { done: null, quiet: true });
  useEffect(() => {
    if (!disappears) return;
    const timer = setTimeout(() => untrack(id), readMs);
    return () => clearTimeout(timer);
  }, [disappears, id]);
  const again = command && command.attempts > 1 && !over;
  return (
    <div className={`sl-followed ${over ? '' : 'sl-followed-open'}`}>
      <div>
        <p>
          {name} · {device}
        </p>
        <p className="sl-followed-state">
          {job ? (
            <StateMark {...jobMarks[job.state]} word={word('jobPhase', job.phase)} />
          ) : (
            <StateMark {...commandMarks[status]} word={word('commandState', status)} />
          )}
          {job?.state === 'RUNNING' && job.pct !== null && <small>{formatPercent(job.pct)}</small>}
          {again && <small>{t('attempt', { count: command.attempts })}</small>}
          {status === 'QUEUED' && <small>{t('waits')}</small>}
        </p>
        {command?.code && status !== 'SUCCEEDED' && status !== 'CANCELED' && (
          <p className="sl-followed-why">{word('reply', command.code)}</p>
        )}
        {job?.code && <p className="sl-followed-why">{word('reply', job.code)}</p>}
      </div>
      {canCancel({ status }) && may(commandCalls.cancel.allow) && (
        <Button look="quiet" busy={cancel.isPending} onClick={() => cancel.mutate({ id })}>
          {t('takeBack')}
        </Button>
      )}
      {may(commandCalls.list.allow) && (
        <Link className="sl-row-action" to={pages.commands({ command: id })}>
          {t('details')}
        </Link>
      )}
      <Button look="quiet" icon="close" aria-label={t('dismiss')} onClick={() => untrack(id)} />
    </div>
  );
}
