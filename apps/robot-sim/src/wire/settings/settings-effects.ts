import { defaultSettings, applySettings } from '../../robot/body/settings.ts';
import { moves, type CommandContext, type Effects } from '../commands/command-context.ts';
import { rejected, succeeded } from '../commands/commands.ts';

/** Commands on the whole configuration; single settings arrive as desired sections. */
export const settingsEffects = (context: CommandContext): Effects => ({
  'settings.restoreDefaults': () => {
    const { robot } = context;
    if (moves(robot)) return rejected('MODE_FORBIDS', 'the robot is at work');
    applySettings(robot, defaultSettings(robot.spec));
    context.settingsChanged();
    return succeeded();
  },
});
