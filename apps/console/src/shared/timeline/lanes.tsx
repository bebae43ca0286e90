import type { HistorySpan, RobotPeriod } from '@sweepline/contract';
import { failedCommandStates } from '@sweepline/contract';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { LaneBars } from '../../kit/chart/lane-bars.tsx';
import { StateBand } from '../../kit/chart/state-band.tsx';
import { runMarks } from '../words/marks.ts';
import { useWords } from '../words/use-words.ts';
import { cutSpans, looksOf, spanTotals, type SpanKind } from './span-looks.ts';
import { levelTone } from '../words/level-tone.ts';

interface Frame {
  /** Milliseconds since 1970. */
  start: number;
  end: number;
}

/** One row of the time axis. Its content is in words beside the axis, so that it is a picture here. */
export const Lane = ({ name, children }: { name: string; children: ReactNode }) => (
  <>
    <span className="period-lane-name">{name}</span>
    <div className="period-lane" aria-hidden="true">
      {children}
    </div>
  </>
);

/** Modes or connection states as a band. */
export function StateLane({
  kind,
  spans,
  start,
  end,
}: Frame & { kind: SpanKind; spans: readonly HistorySpan[] }) {
  const { t } = useTranslation('timeline');
  const { word } = useWords();
  const cut = cutSpans(spans, start, end);
  const looks = looksOf(kind, [...spanTotals(cut).keys()]);
  return (
    <Lane name={t(`lanes.${kind}`)}>
      <StateBand
        from={start}
        to={end}
        spans={cut.map(({ value, from, to }) => ({
          ...(looks.get(value) ?? { tone: 'quiet' as const }),
          from,
          to,
          text: kind === 'modes' ? word('mode', value) : word('connection', value),
        }))}
      />
    </Lane>
  );
}

const times = ({ from, to }: { from: string; to: string | null }) => ({
  from: Date.parse(from),
  to: to === null ? null : Date.parse(to),
});

export function RunLane({ runs, start, end }: Frame & Pick<RobotPeriod, 'runs'>) {
  const { t } = useTranslation('timeline');
  const bars = runs.map((run) => ({
    ...times(run),
    key: run.id,
    text: run.name,
    tone: runMarks[run.state].tone,
  }));
  return (
    <Lane name={t('lanes.runs')}>
      <LaneBars look="block" from={start} to={end} bars={bars} />
    </Lane>
  );
}

export function DriveLane({ drives, start, end }: Frame & Pick<RobotPeriod, 'drives'>) {
  const { t } = useTranslation('timeline');
  const bars = drives.map((drive) => ({
    ...times(drive),
    key: drive.id,
    text: drive.driver,
    tone: 'moving' as const,
  }));
  return (
    <Lane name={t('lanes.drives')}>
      <LaneBars look="block" from={start} to={end} bars={bars} />
    </Lane>
  );
}

const hasFailed = (status: string) => (failedCommandStates as readonly string[]).includes(status);

/** Most commands take less than a second, so each is a mark at its beginning. */
export function CommandLane({ commands, start, end }: Frame & Pick<RobotPeriod, 'commands'>) {
  const { t } = useTranslation('timeline');
  const bars = commands.map((command) => ({
    ...times(command),
    key: command.id,
    tone: hasFailed(command.status) ? ('fault' as const) : ('moving' as const),
  }));
  return (
    <Lane name={t('lanes.commands')}>
      <LaneBars look="mark" from={start} to={end} bars={bars} />
    </Lane>
  );
}

/** Each alarm is a mark at its raise and a line until it was cleared, the severe ones in front. */
export function AlarmLane({ alarms, start, end }: Frame & Pick<RobotPeriod, 'alarms'>) {
  const { t } = useTranslation('timeline');
  const bars = alarms
    .toSorted((a, b) => a.level - b.level)
    .map((alarm) => ({ ...times(alarm), key: alarm.id, tone: levelTone(alarm.level) }));
  return (
    <Lane name={t('lanes.alarms')}>
      <LaneBars look="line" from={start} to={end} bars={bars} />
    </Lane>
  );
}
