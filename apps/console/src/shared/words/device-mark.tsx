import type { DeviceChange } from '@sweepline/contract';
import { StateMark } from '../../kit/ui/state-mark.tsx';
import { deviceMark } from './marks.ts';
import { useWords } from './use-words.ts';

type Live = Pick<DeviceChange, 'state' | 'mode' | 'paused' | 'alarmLevel'>;

/** How a device is: what it does while it can be heard, else that it cannot. */
export function DeviceMark({ live }: { live: Live }) {
  const { word, paused } = useWords();
  const mode = live.mode === null ? '' : word('mode', live.mode);
  const heard = live.paused && mode ? paused(mode) : mode;
  return (
    <StateMark
      {...deviceMark(live)}
      word={live.state === 'ONLINE' && heard ? heard : word('connection', live.state)}
    />
  );
}
