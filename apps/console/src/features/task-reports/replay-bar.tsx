import { useTranslation } from 'react-i18next';
import { Button } from '../../kit/button.tsx';
import { formatDuration } from '../../kit/format.ts';
import { speeds, type Replay, type Speed } from './use-replay.ts';

interface Props {
  replay: Replay;
  durationMs: number;
}

/** Plays the way again. The slider is the browser's own, so the arrow keys, Home and End move it. */
export function ReplayBar({ replay, durationMs }: Props) {
  const { t } = useTranslation('task-reports');
  const { at, playing, speed } = replay;
  const shown = at ?? durationMs;
  return (
    <div className="replay-bar" role="group" aria-label={t('replay')}>
      <Button
        look="quiet"
        icon={playing ? 'pause' : 'play'}
        aria-label={t(playing ? 'pauseReplay' : 'play')}
        onClick={playing ? replay.pause : replay.play}
      />
      <input
        type="range"
        min={0}
        max={durationMs}
        step={1_000}
        value={shown}
        aria-label={t('moment')}
        aria-valuetext={formatDuration(shown / 1000)}
        style={{ '--done': `${durationMs > 0 ? (100 * shown) / durationMs : 0}%` } as React.CSSProperties}
        onChange={({ target }) => replay.seek(Number(target.value))}
      />
      <output>
        {formatDuration(shown / 1000)} <small>/ {formatDuration(durationMs / 1000)}</small>
      </output>
      <select
        className="sl-input"
        aria-label={t('speed')}
        value={speed}
        onChange={({ target }) => replay.setSpeed(Number(target.value) as Speed)}
      >
        {speeds.map((one) => (
          <option key={one} value={one}>
            {one}×
          </option>
        ))}
      </select>
      {at !== null && (
        <Button look="quiet" icon="expand" aria-label={t('showWhole')} onClick={replay.showWhole} />
      )}
    </div>
  );
}
