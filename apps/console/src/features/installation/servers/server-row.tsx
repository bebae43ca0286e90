import { serverCalls, type Server } from '@sweepline/contract';
import { useTranslation } from 'react-i18next';
import { useAction } from '../../../kit/api/use-action.ts';
import { Ago } from '../../../kit/format/ago.tsx';
import { formatDuration, formatNumber, unknown } from '../../../kit/format/format.ts';
import { Button } from '../../../kit/ui/button.tsx';
import { StateMark } from '../../../kit/ui/state-mark.tsx';
import { useJobName } from '../../../shared/words/use-job-name.ts';

const marks = {
  RUNNING: { tone: 'working', icon: 'check' },
  DRAINING: { tone: 'waiting', icon: 'pause' },
  LEAVING: { tone: 'waiting', icon: 'stop' },
  SILENT: { tone: 'fault', icon: 'alert' },
  NO_BROKER: { tone: 'fault', icon: 'alert' },
  ENDED: { tone: 'quiet', icon: 'ring' },
} as const satisfies Record<Server['state'], object>;

interface Props {
  server: Server;
  /** Number of shares in which the robots are dealt out. */
  shardCount: number;
  /** Absent for a server that is alone. */
  onDrain?: () => void;
}

export function ServerRow({ server, shardCount, onDrain }: Props) {
  const { t } = useTranslation('installation/servers');
  const { name, version, roles, state, robots, shards, endedAt } = server;
  return (
    <tr className={state === 'ENDED' ? 'sv-ended' : undefined}>
      <th scope="row">
        {name}
        <small>{t('version', { version })}</small>
        <small>
          {t('started')} <Ago at={server.startedAt} />
        </small>
      </th>
      <td data-label={t('state')}>
        <StateMark {...marks[state]} word={t(`states.${state}`)} />
        {state === 'SILENT' && (
          <small>{t('silent', { duration: formatDuration(server.silentSeconds) })}</small>
        )}
        {endedAt && (
          <small>
            <Ago at={endedAt} />
          </small>
        )}
      </td>
      <td data-label={t('does')}>{roles.map((role) => t(`roles.${role}`)).join(' · ')}</td>
      <td className="sv-number" data-label={t('robots')}>
        <span>
          {state === 'ENDED' ? unknown : formatNumber(robots)}
          {shards > 0 && <small>{t('share', { shards, all: shardCount })}</small>}
          <NotDelivered server={server} />
        </span>
      </td>
      <td data-label={t('gotShares')}>
        <Ago at={server.gotSharesAt} />
      </td>
      <td className="sv-number" data-label={t('load')}>
        <Load server={server} />
      </td>
      <td data-label={t('jobs')}>
        <RunningJobs server={server} />
      </td>
      {onDrain && (
        <td className="sv-act">
          <Act server={server} onDrain={onDrain} />
        </td>
      )}
    </tr>
  );
}

/** Robots whose messages the broker keeps from their server: its rules or their names are the reason. */
function NotDelivered({ server: { state, notFollowed } }: { server: Server }) {
  const { t } = useTranslation('installation/servers');
  if (state === 'ENDED' || !notFollowed) return null;
  const { count, serialNumbers, topics } = notFollowed;
  const names = [...serialNumbers, ...(count > serialNumbers.length ? ['…'] : [])].join(', ');
  return (
    <>
      {count > 0 && <small className="sv-missing">{t('notDelivered', { count, names })}</small>}
      {topics.length > 0 && (
        <small className="sv-missing">{t('topicsNotDelivered', { topics: topics.join(', ') })}</small>
      )}
    </>
  );
}

function Load({ server: { state, loopDelayMs, queuedRows } }: { server: Server }) {
  const { t } = useTranslation('installation/servers');
  if (state === 'ENDED' || loopDelayMs === null) return unknown;
  return (
    <span>
      {t('delay', { ms: formatNumber(loopDelayMs) })}
      {queuedRows !== null && queuedRows > 0 && <small>{t('queued', { count: queuedRows })}</small>}
    </span>
  );
}

function RunningJobs({ server: { state, runningJobs } }: { server: Server }) {
  const nameOf = useJobName();
  if (state === 'ENDED' || runningJobs.length === 0) return unknown;
  return (
    <ul className="sv-list">
      {runningJobs.map((job) => (
        <li key={job}>{nameOf(job)}</li>
      ))}
    </ul>
  );
}

/** A server that ends or has ended can be neither drained nor resumed. */
function Act({ server: { id, name, state }, onDrain }: { server: Server; onDrain: () => void }) {
  const { t } = useTranslation('installation/servers');
  const resume = useAction(serverCalls.resume, { done: t('resumed', { name }) });
  if (state === 'DRAINING')
    return (
      <Button look="quiet" disabled={resume.isPending} onClick={() => resume.mutate({ id })}>
        {t('resume')}
      </Button>
    );
  if (state !== 'RUNNING') return null;
  return (
    <Button look="quiet" onClick={onDrain}>
      {t('drain')}
    </Button>
  );
}
