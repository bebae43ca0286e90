import { Select } from 'antd';
import { useTranslation } from 'react-i18next';
import { StateBand } from '../../../../kit/chart/state-band.tsx';
import { usePageKeys } from '../../../../kit/keys/page-keys.ts';
import { Button } from '../../../../kit/ui/button.tsx';
import { formatPlayTime } from '../../../../kit/format/format-play-time.ts';
import { phaseLook, spansOf, type PhaseStart } from '../../../../shared/robot/phase-spans.ts';
import { useWords } from '../../../../shared/words/use-words.ts';
import { speeds, type Replay, type Speed } from './use-replay.ts';

interface Props {
  replay: Replay;
  durationMs: number;
  /** The phases of the run, shown under the slider. */
  phases: readonly PhaseStart[];
  startedAt: string;
  endedAt: string;
}

/** Replays the path. The slider is native: arrow keys, Home and End work. Space plays; < and > change the speed. */
export function ReplayBar({ replay, durationMs, phases, startedAt, endedAt }: Props) {
  const { t } = useTranslation('work/reports');
  usePageKeys(t('replay'), [
    { text: t('replayKeys.play'), keys: 'Space' },
    { text: t('replayKeys.seek'), keys: 'ArrowLeft / ArrowRight' },
    { text: t('replayKeys.speed'), keys: '< / >' },
  ]);
  const { at, playing, speed } = replay;
  const positionMs = at ?? durationMs;
  return (
    <div className="replay-bar" role="group" aria-label={t('replay')}>
      <Button
        look="quiet"
        icon={playing ? 'pause' : 'play'}
        aria-label={t(playing ? 'pauseReplay' : 'play')}
        onClick={playing ? replay.pause : replay.play}
      />
      <span className="replay-track">
        <input
          type="range"
          onKeyDown={playKeys(replay)}
          min={0}
          max={durationMs}
          step={1_000}
          value={positionMs}
          aria-label={t('moment')}
          aria-valuetext={formatPlayTime(positionMs / 1000)}
          style={
            { '--done': `${durationMs > 0 ? (100 * positionMs) / durationMs : 0}%` } as React.CSSProperties
          }
          onChange={({ target }) => replay.seek(Number(target.value))}
        />
        <Phases phases={phases} from={Date.parse(startedAt)} durationMs={durationMs} endedAt={endedAt} />
      </span>
      <output>
        {formatPlayTime(positionMs / 1000)} <small>/ {formatPlayTime(durationMs / 1000)}</small>
      </output>
      <Select<Speed>
        aria-label={t('speed')}
        value={speed}
        onChange={replay.setSpeed}
        options={speeds.map((option) => ({ value: option, label: `${option}×` }))}
        popupMatchSelectWidth={false}
      />
      {at !== null && (
        <Button look="quiet" icon="expand" aria-label={t('showWhole')} onClick={replay.showWhole} />
      )}
    </div>
  );
}

/** On the slider, space plays and pauses; on a button, it activates the button. */
const playKeys = (replay: Replay) => (event: React.KeyboardEvent) => {
  const step = { '<': -1, '>': 1, ',': -1, '.': 1 }[event.key];
  if (step !== undefined) {
    const next = speeds[speeds.indexOf(replay.speed) + step];
    if (next) replay.setSpeed(next);
  } else if (event.key === ' ') {
    event.preventDefault();
    if (replay.playing) replay.pause();
    else replay.play();
  }
};

interface PhasesProps {
  phases: readonly PhaseStart[];
  /** Milliseconds since 1970. */
  from: number;
  durationMs: number;
  endedAt: string;
}

/** The run's phases along the slider, by colour and by tooltip. */
function Phases({ phases, from, durationMs, endedAt }: PhasesProps) {
  const { word } = useWords();
  const spans = spansOf(phases, endedAt).map((span) => ({
    ...phaseLook(span.phase),
    from: span.from,
    to: span.to,
    text: word('phase', span.phase),
  }));
  return <StateBand thin from={from} to={from + durationMs} spans={spans} />;
}
