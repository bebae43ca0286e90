import type { BindingState, DeviceChange } from '@sweepline/contract';
import { StateMark } from '../../kit/ui/state-mark.tsx';
import { deviceMark } from './marks.ts';
import { useWords } from './use-words.ts';

type Live = Pick<DeviceChange, 'state' | 'mode' | 'paused' | 'alarmLevel'> &
  Partial<Pick<DeviceChange, 'relocating'>>;

interface Props {
  live: Live;
  /** A device that was never activated is in stock, and not offline. */
  binding?: BindingState;
  /** When its relocation mode ends, where that is known. */
  relocationEndsAt?: string | null | undefined;
}

/** The state of a device: its mode while it is online, else its connection state. */
export function DeviceMark({ live, binding, relocationEndsAt }: Props) {
  const { word, paused, relocating } = useWords();
  if (binding === 'NOT_ACTIVATED')
    return <StateMark tone="quiet" icon="box" word={word('binding', binding)} />;
  if (live.state === 'ONLINE' && live.relocating)
    return <StateMark {...deviceMark(live)} word={relocating(relocationEndsAt)} />;
  const mode = live.mode === null ? '' : word('mode', live.mode);
  const modeText = live.paused && mode ? paused(mode) : mode;
  return (
    <StateMark
      {...deviceMark(live)}
      word={live.state === 'ONLINE' && modeText ? modeText : word('connection', live.state)}
    />
  );
}
