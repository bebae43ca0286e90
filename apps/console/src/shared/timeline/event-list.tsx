import type { RobotPeriod } from '@sweepline/contract';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { formatClock } from '../../kit/format/format.ts';
import { Icon } from '../../kit/ui/icon.tsx';
import type { IconName } from '../../kit/ui/icons.ts';
import { useCommandName } from '../command/use-command-name.ts';
import { useAlarmName } from './use-alarm-name.ts';

interface Event {
  id: string;
  at: number;
  icon: IconName;
  text: string;
}

interface Props {
  detail: RobotPeriod;
  /** Milliseconds since 1970. */
  at: number;
  onAt: (at: number) => void;
}

/** The beginnings of alarms, runs, drives and commands, newest first. A press moves the cursor there. */
export function EventList({ detail, at, onAt }: Props) {
  const { t } = useTranslation('timeline');
  const events = useEvents(detail);
  if (events.length === 0) return null;
  return (
    <details className="period-events">
      <summary>{t('events', { count: events.length })}</summary>
      <ol>
        {events.map((event) => (
          <li key={event.id}>
            <button type="button" aria-pressed={event.at === at} onClick={() => onAt(event.at)}>
              <time>{formatClock(event.at, true)}</time>
              <Icon name={event.icon} size={15} />
              <span>{event.text}</span>
            </button>
          </li>
        ))}
      </ol>
    </details>
  );
}

function useEvents({ from, alarms, runs, drives, commands }: RobotPeriod): Event[] {
  const { t } = useTranslation('timeline');
  const alarmName = useAlarmName();
  const commandName = useCommandName();
  return useMemo(() => {
    const of =
      <Entry extends { id: string; from: string }>(icon: IconName, textOf: (entry: Entry) => string) =>
      (entry: Entry): Event => ({
        id: entry.id,
        at: Date.parse(entry.from),
        icon,
        text: textOf(entry),
      });
    return [
      ...alarms.map(of('alert', (alarm) => `${alarmName(alarm)} · ${t('levelOf', { level: alarm.level })}`)),
      ...runs.map(of('play', ({ name }) => name)),
      ...drives.map(of('user', ({ driver }) => `${t('lanes.drives')}: ${driver}`)),
      ...commands.map(of('right', ({ type, by }) => `${commandName(type)} · ${by}`)),
    ]
      .filter((event) => event.at >= Date.parse(from))
      .toSorted((a, b) => b.at - a.at);
  }, [from, alarms, runs, drives, commands, alarmName, commandName, t]);
}
