import { useTranslation } from 'react-i18next';
import { formatNumber } from '../../../kit/format/format.ts';
import { formatPlayTime } from '../../../kit/format/format-play-time.ts';
import { ChoiceMenu } from '../../../kit/form/choice-menu.tsx';
import { Button } from '../../../kit/ui/button.tsx';
import type { usePlayer } from './use-player.ts';

const speeds = [0.5, 1, 2, 4, 8];
const stepMs = 100;

const timesOf = (speed: number) => `${formatNumber(speed, 1)}×`;

interface Props {
  player: ReturnType<typeof usePlayer>;
  durationMs: number;
}

/** Play and pause, the place in time, and the speed. */
export function PlayerBar({ player, durationMs }: Props) {
  const { t } = useTranslation('remote-shell');
  const { ms, seek, isPlaying, toggle, speed, setSpeed, skips, setSkips } = player;
  const time = t('player.time', { at: formatPlayTime(ms / 1000), of: formatPlayTime(durationMs / 1000) });
  return (
    <div className="sh-player">
      <Button
        icon={isPlaying ? 'pause' : 'play'}
        aria-label={t(isPlaying ? 'player.pause' : 'player.play')}
        onClick={toggle}
      />
      <input
        type="range"
        min={0}
        max={Math.max(1, durationMs)}
        step={stepMs}
        value={ms}
        aria-label={t('player.place')}
        aria-valuetext={time}
        onChange={({ target }) => seek(Number(target.value))}
      />
      <small>{time}</small>
      <ChoiceMenu
        value={String(speed)}
        choices={speeds.map((one) => ({
          value: String(one),
          text: timesOf(one),
        }))}
        onChoose={(value) => setSpeed(Number(value))}
      >
        <Button aria-label={t('player.speedOf', { times: formatNumber(speed, 1) })}>{timesOf(speed)}</Button>
      </ChoiceMenu>
      <label>
        <input type="checkbox" checked={skips} onChange={() => setSkips(!skips)} />
        {t('player.skip')}
      </label>
    </div>
  );
}
