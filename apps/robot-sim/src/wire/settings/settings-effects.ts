import { defaultSettings, takeSettings } from '../../robot/body/settings.ts';
import { moves, type CommandContext, type Effects } from '../commands/command-context.ts';
import { rejected, succeeded } from '../commands/commands.ts';

/** Its configuration as a whole (2.24); single settings come as desired sections. */
export const settingsEffects = (board: CommandContext): Effects => ({
  'settings.restoreDefaults': () => {
    const { robot } = board;
    if (moves(robot)) return rejected('MODE_FORBIDS', 'the robot is at work');
    takeSettings(robot, defaultSettings(robot.spec));
    board.settingsChanged();
    return succeeded();
  },
});
