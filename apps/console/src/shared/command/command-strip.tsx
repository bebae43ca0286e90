import { commandCalls, isOverCommand } from '@sweepline/contract';
import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { Button } from '../../kit/ui/button.tsx';
import { formatPercent } from '../../kit/format/format.ts';
import { may } from '../../kit/api/may.ts';
import { StateMark } from '../../kit/ui/state-mark.tsx';
import { useAction } from '../../kit/api/use-action.ts';
import { useWords } from '../words/use-words.ts';
import { canTakeBack, commandMarks, isDone, jobMarks } from './command-life.ts';
import './command.css';
import { untrack, useTrackedCommands, type TrackedCommand } from './tracked-commands.ts';
import { useCommand } from './use-command.ts';
import { useCommandName } from './use-command-name.ts';

const readMs = 4_000;

/** What was just asked of robots, and how far it is: it goes when the robot has done it, and stays when it has not. */
export function CommandStrip() {
  const { t } = useTranslation('command');
  const followed = useTrackedCommands();
  return (
    <div className="sl-command-strip" role="status" aria-label={t('following')}>
      {followed.map((one) => (
        <FollowedCommand key={one.command.id} {...one} />
      ))}
    </div>
  );
}

function FollowedCommand({ command: given, device }: TrackedCommand) {
  const { t } = useTranslation('command');
  const { word } = useWords();
  const { id, type } = given;
  const name = useCommandName()(type);
  const command = useCommand(id).data;
  const status = command?.status ?? given.status;
  const { job } = command ?? {};
  const over = isOverCommand({ status }) && job?.state !== 'RUNNING';
  const goes = isDone({ status, job }) || status === 'CANCELED' || job?.state === 'CANCELED';
  const cancel = useAction(commandCalls.cancel, { done: null, quiet: true });
  useEffect(() => {
    if (!goes) return;
    const timer = setTimeout(() => untrack(id), readMs);
    return () => clearTimeout(timer);
  }, [goes, id]);
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
      {canTakeBack({ status }) && may(commandCalls.cancel.allow) && (
        <Button look="quiet" busy={cancel.isPending} onClick={() => cancel.mutate({ id })}>
          {t('takeBack')}
        </Button>
      )}
      {may(commandCalls.list.allow) && (
        <Link className="sl-row-action" to={`/deviceManage/commands?command=${id}`}>
          {t('details')}
        </Link>
      )}
      <Button look="quiet" icon="close" aria-label={t('dismiss')} onClick={() => untrack(id)} />
    </div>
  );
}
