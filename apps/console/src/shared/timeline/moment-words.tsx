import { pages, runCalls, type RobotPeriod } from '@sweepline/contract';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { may } from '../../kit/api/may.ts';
import { formatMetres, formatPercent, formatTimeExact, unknown } from '../../kit/format/format.ts';
import { StateMark } from '../../kit/ui/state-mark.tsx';
import { useCommandName } from '../command/use-command-name.ts';
import { useWords } from '../words/use-words.ts';
import { levelTone } from '../words/level-tone.ts';
import { useAlarmName } from './use-alarm-name.ts';
import { momentOf } from './period-moment.ts';

interface Props {
  detail: RobotPeriod;
  at: number;
  isLive: boolean;
}

/** Everything at the cursor in words. */
export function MomentWords({ detail, at, isLive }: Props) {
  const { t } = useTranslation('timeline');
  const { word } = useWords();
  const commandName = useCommandName();
  const moment = momentOf(detail, at);
  const { pose } = moment;
  return (
    <section className="period-moment" aria-label={t('atCursor')}>
      <h2>
        {formatTimeExact(new Date(at).toISOString())}
        {isLive && <small>{t('live')}</small>}
      </h2>
      <dl>
        <Fact name={t('lanes.battery')}>{formatPercent(moment.soc)}</Fact>
        <Fact name={t('lanes.modes')}>{moment.mode ? word('mode', moment.mode) : unknown}</Fact>
        <Fact name={t('lanes.connection')}>
          {moment.connection ? word('connection', moment.connection) : unknown}
        </Fact>
        <Fact name={t('position')}>
          {pose ? `${formatMetres(pose.x)} / ${formatMetres(pose.y)}` : unknown}
        </Fact>
        <Fact name={t('lanes.runs')}>
          {moment.runs.map(({ id, name, state }) => (
            <span key={id}>
              {may(runCalls.detail.allow) ? <Link to={pages.task({ run: id })}>{name}</Link> : name} ·{' '}
              {word('runState', state)}
            </span>
          ))}
        </Fact>
        <Fact name={t('lanes.drives')}>
          {moment.drives.map(({ id, driver }) => (
            <span key={id}>{driver}</span>
          ))}
        </Fact>
        <Fact name={t('lanes.commands')}>
          {moment.commands.map(({ id, type, status, by }) => (
            <span key={id}>{[commandName(type), word('commandState', status), by].join(' · ')}</span>
          ))}
        </Fact>
      </dl>
      <MomentAlarms alarms={moment.alarms} />
    </section>
  );
}

function Fact({ name, children }: { name: string; children: ReactNode }) {
  const isEmpty = Array.isArray(children) && children.length === 0;
  return (
    <div>
      <dt>{name}</dt>
      <dd>{isEmpty ? unknown : children}</dd>
    </div>
  );
}

function MomentAlarms({ alarms }: Pick<RobotPeriod, 'alarms'>) {
  const { t } = useTranslation('timeline');
  const alarmName = useAlarmName();
  if (alarms.length === 0) return <p>{t('noAlarms')}</p>;
  return (
    <ul aria-label={t('lanes.alarms')}>
      {alarms.map((alarm) => (
        <li key={alarm.id}>
          <StateMark tone={levelTone(alarm.level)} icon="alert" word={alarmName(alarm)} />
          <small>
            {[
              t('levelOf', { level: alarm.level }),
              alarm.code,
              alarm.causeId !== null && t('follower'),
              alarm.shelvedUntil !== null && t('shelvedUntil', { at: formatTimeExact(alarm.shelvedUntil) }),
              alarm.processed && t('processed'),
            ]
              .filter(Boolean)
              .join(' · ')}
          </small>
        </li>
      ))}
    </ul>
  );
}
