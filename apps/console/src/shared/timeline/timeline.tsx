import type { RobotPeriod } from '@sweepline/contract';
import { useMemo, type KeyboardEvent, type PointerEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { TimeTicks } from '../../kit/chart/state-band.tsx';
import { usePageKeys } from '../../kit/keys/page-keys.ts';
import { phaseTicks } from '../robot/phase-spans.ts';
import { BatteryCurve } from './battery-curve.tsx';
import { AlarmLane, CommandLane, DriveLane, Lane, RunLane, StateLane } from './lanes.tsx';
import { changesOf } from './period-moment.ts';
import './period.css';

interface Props {
  detail: RobotPeriod;
  /** Milliseconds since 1970. */
  at: number;
  /** The moment in words, for screen readers. */
  words: string;
  onAt: (at: number) => void;
  onEnd: () => void;
}

/** Key steps over the whole period. */
const steps = 240;
const wideSteps = 10;

/** Everything about one robot on one time axis. One scrubber lies over all lanes. */
export function Timeline({ detail, at, words, onAt, onEnd }: Props) {
  const { t } = useTranslation('timeline');
  const [start, end] = [Date.parse(detail.from), Date.parse(detail.to)];
  const frame = { start, end };
  return (
    <div className="period-timeline">
      <Lane name={t('lanes.battery')}>
        <BatteryCurve {...frame} samples={detail.samples} stepS={detail.stepS} />
      </Lane>
      <StateLane {...frame} kind="modes" spans={detail.modes} />
      <StateLane {...frame} kind="connection" spans={detail.connection} />
      <RunLane {...frame} runs={detail.runs} />
      <DriveLane {...frame} drives={detail.drives} />
      <CommandLane {...frame} commands={detail.commands} />
      <AlarmLane {...frame} alarms={detail.alarms} />
      <Lane name="">
        <TimeTicks from={start} to={end} ticks={phaseTicks(start, end - start)} />
      </Lane>
      <Scrubber {...frame} {...{ detail, at, words, onAt, onEnd }} />
    </div>
  );
}

/** The moment under the pointer, or undefined outside of the period. */
function momentUnder({ clientX, currentTarget }: PointerEvent<HTMLElement>, start: number, end: number) {
  const { left, width } = currentTarget.getBoundingClientRect();
  return start + Math.min(1, Math.max(0, (clientX - left) / Math.max(1, width))) * (end - start);
}

/** The one control of the time axis: it is pressed and drawn, or moved by keys. */
function Scrubber({ detail, at, words, onAt, onEnd, start, end }: Props & { start: number; end: number }) {
  const { t } = useTranslation('timeline');
  const changes = useMemo(() => changesOf(detail), [detail]);
  usePageKeys(t('scrubber'), [
    { text: t('keys.step'), keys: 'ArrowLeft / ArrowRight' },
    { text: t('keys.wide'), keys: 'Shift ArrowLeft / Shift ArrowRight' },
    { text: t('keys.change'), keys: 'PageUp / PageDown' },
    { text: t('keys.ends'), keys: 'Home / End' },
  ]);
  const moveTo = (ms: number) => (ms >= end ? onEnd() : onAt(Math.max(start, ms)));
  const moveByKey = (event: KeyboardEvent) => {
    const step = ((end - start) / steps) * (event.shiftKey ? wideSteps : 1);
    const next = new Map([
      ['ArrowLeft', at - step],
      ['ArrowRight', at + step],
      ['PageUp', changes.findLast((ms) => ms < at) ?? start],
      ['PageDown', changes.find((ms) => ms > at) ?? end],
      ['Home', start],
      ['End', end],
    ]).get(event.key);
    if (next === undefined) return;
    event.preventDefault();
    moveTo(next);
  };
  const point = (event: PointerEvent<HTMLElement>) => moveTo(momentUnder(event, start, end));
  const share = (100 * (at - start)) / (end - start);
  return (
    <div
      className="period-scrubber"
      role="slider"
      tabIndex={0}
      aria-label={t('scrubber')}
      aria-valuemin={0}
      aria-valuemax={100}
      aria-valuenow={Math.round(share)}
      aria-valuetext={words}
      onPointerDown={(event) => {
        // The drag goes on outside of the lanes.
        event.currentTarget.setPointerCapture(event.pointerId);
        point(event);
      }}
      onPointerMove={(event) => {
        if (event.buttons > 0) point(event);
      }}
      onKeyDown={moveByKey}
    >
      <b style={{ insetInlineStart: `${share}%` }} />
    </div>
  );
}
