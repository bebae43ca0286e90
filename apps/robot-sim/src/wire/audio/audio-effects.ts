import type { CommandContext, Effects } from '../commands/command-context.ts';
import { numberIn } from '../commands/command-context.ts';
import { rejected, succeeded } from '../commands/commands.ts';

/** Sounds that a person plays (docs/protocol/commands.md#audioplay). */
export const audioEffects = ({ robot }: CommandContext): Effects => ({
  'audio.play': ({ params }) => {
    const { slot, volume } = params;
    const percent = volume === undefined ? 100 : numberIn(volume, 0, 100);
    if (percent === undefined) return rejected('BAD_PARAMS', 'volume');
    if (typeof slot !== 'string' || !robot.sounds.has(slot)) return rejected('BAD_PARAMS', 'slot');
    const playing = robot.sounds.play(slot, percent);
    if (!playing) return rejected('MODE_FORBIDS', 'the volume is 0 now');
    return succeeded({ seconds: Math.round(playing.seconds * 10) / 10, volume: playing.volume });
  },

  'audio.stop': () => {
    robot.sounds.stop();
    return succeeded();
  },
});
