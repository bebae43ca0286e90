import type { DeviceChange } from '@sweepline/contract';
import { StateMark } from '../../kit/ui/state-mark.tsx';
import { deviceMark } from './marks.ts';
import { useWords } from './use-words.ts';

type Live = Pick<DeviceChange, 'state' | 'mode' | 'paused' | 'alarmLevel'>;

/** The state of a device: its mode while it is online, else its connection state. */
export function DeviceMark({ live }: { live: Live }) {
  const { word, paused } = useWords();
  const mode = live.mode === null ? '' : word('mode', live.mode);
  const modeText = live.paused && mode ? paused(mode) : mode;
  return (
    <StateMark
      {...deviceMark(live)}
      word={live.state === 'ONLINE' && modeText ? modeText : word('connection', live.state)}
    />
  );
}
