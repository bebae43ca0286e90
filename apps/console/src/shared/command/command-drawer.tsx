import { commandCalls, roundTripMs, type CommandDetail, pages } from '@sweepline/contract';
import { Drawer } from 'antd';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { Button } from '../../kit/ui/button.tsx';
import { Failure } from '../../kit/ui/failure.tsx';
import { formatTimeExact } from '../../kit/format/format.ts';
import { may } from '../../kit/api/may.ts';
import { deviceName } from '../robot/use-device-choices.ts';
import { Skeleton } from '../../kit/ui/skeleton.tsx';
import { StateMark } from '../../kit/ui/state-mark.tsx';
import { useAction } from '../../kit/api/use-action.ts';
import { useWords } from '../words/use-words.ts';
import { canCancel, commandMarks, jobMarks, spanOf } from './command-life.ts';
import { CommandTimeline } from './command-timeline.tsx';
import { JobCard } from './job-card.tsx';
import { CommandValues, SelfCheckResult } from './command-values.tsx';
import './command.css';
import { useCommand } from './use-command.ts';
import { useCommandName } from './use-command-name.ts';

/** The details of one command: parameters, author, reason and timeline. */
export function CommandDrawer({ id, onClose }: { id: string; onClose: () => void }) {
  const { data: command, error, refetch } = useCommand(id);
  const nameOf = useCommandName();
  return (
    <Drawer open size={480} title={command ? nameOf(command.type) : ''} onClose={onClose}>
      {error && !command && <Failure error={error} onRetry={() => void refetch()} />}
      {!error && !command && <Skeleton lines={8} />}
      {command && <CommandLife command={command} />}
    </Drawer>
  );
}

function CommandLife({ command }: { command: CommandDetail }) {
  const { t } = useTranslation('command');
  const { word } = useWords();
  const name = useCommandName()(command.type);
  const cancel = useAction(commandCalls.cancel, { done: t('takenBack', { command: name }) });
  const { status, code, params, result, message, job } = command;
  return (
    <div className="sl-command">
      <p className="sl-command-state">
        {job ? (
          <StateMark {...jobMarks[job.state]} word={word('jobPhase', job.phase)} />
        ) : (
          <StateMark {...commandMarks[status]} word={word('commandState', status)} />
        )}
        {canCancel(command) && may(commandCalls.cancel.allow) && (
          <Button busy={cancel.isPending} onClick={() => cancel.mutate({ id: command.id })}>
            {t('takeBack')}
          </Button>
        )}
      </p>
      {code && status !== 'SUCCEEDED' && (
        <p className="sl-followed-why">
          {word('reply', code)}
          {message && message !== code && <small>{message}</small>}
        </p>
      )}
      {job && <JobCard job={job} />}
      <CommandTimeline command={command} />
      <CommandFacts command={command} />
      {Object.keys(params).length > 0 && (
        <section>
          <h3>{t('params')}</h3>
          <CommandValues values={params} />
        </section>
      )}
      {result && Object.keys(result).length > 0 && (
        <section>
          <h3>{t('result')}</h3>
          {command.type === 'chassis.selfCheck' ? (
            <SelfCheckResult result={result} />
          ) : (
            <CommandValues values={result} />
          )}
        </section>
      )}
    </div>
  );
}

const Fact = ({ name, hint, children }: { name: string; hint?: string; children: ReactNode }) => (
  <div title={hint}>
    <dt>{name}</dt>
    <dd>{children}</dd>
  </div>
);

function CommandFacts({ command }: { command: CommandDetail }) {
  const { t } = useTranslation('command');
  const { device, deviceId, reason, by, companyName, attempts, canceledBy, id } = command;
  return (
    <dl className="sl-command-facts">
      <Fact name={t('device')}>
        {device ? <Link to={pages.device({ id: deviceId })}>{deviceName(device)}</Link> : t('gone')}
      </Fact>
      <Fact name={t('company')}>{companyName}</Fact>
      <Fact name={t('by')}>
        {by} · {formatTimeExact(command.createdAt)}
      </Fact>
      <Fact name={t('reason')}>{reason || <span className="sl-unknown">{t('noReason')}</span>}</Fact>
      <Fact name={t('attempts')}>{attempts}</Fact>
      <Fact name={t('roundTrip')} hint={t('roundTripHint')}>
        {spanOf(roundTripMs(command), t)}
      </Fact>
      {canceledBy && <Fact name={t('canceledBy')}>{canceledBy}</Fact>}
      <Fact name={t('number')}>
        <code>{id}</code>
      </Fact>
    </dl>
  );
}
