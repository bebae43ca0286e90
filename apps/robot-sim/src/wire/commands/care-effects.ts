import type { XCommand } from '@sweepline/contract/robot';
import type { Robot } from '../../robot/robot.ts';
import { isSelfCheckItem, selfCheckOf } from '../../robot/body/self-check.ts';
import { moves, numberIn, type CommandContext, type Effects } from './command-context.ts';
import { rejected, succeeded } from './commands.ts';

/** Milliseconds a robot looks at one of its parts. */
const lookMs = 300;

const tellMode = ({ news }: Robot) => {
  news.mode();
  news.changed();
};

/** Where it is (2.9), how it is, and what wears out (2.11). */
export const careEffects = (board: CommandContext): Effects => ({
  'relocation.enter': ({ params }) => {
    const { robot } = board;
    if (moves(robot)) return rejected('MODE_FORBIDS', 'the robot is at work');
    if (params['mapId'] !== robot.world.mapId) return rejected('BAD_PARAMS', 'mapId');
    robot.relocating = true;
    tellMode(robot);
    return succeeded();
  },

  'relocation.exit': () => {
    const { robot } = board;
    robot.relocating = false;
    // Left without a place it believed, it falls back on what it knew before.
    robot.mistakenAt = undefined;
    tellMode(robot);
    return succeeded();
  },

  'chassis.selfCheck': ({ params }, end, running) => {
    const { robot } = board;
    const items = params['items'];
    const known = Array.isArray(items) && items.length > 0 && items.every(isSelfCheckItem);
    if (!known) return rejected('BAD_PARAMS', 'items');
    if (robot.shownMode !== 'STANDBY') return rejected('MODE_FORBIDS', robot.shownMode);
    const found: Record<string, string> = {};
    for (const [index, item] of items.entries())
      board.later((index + 1) * lookMs, () => {
        found[item] = selfCheckOf(robot, item);
        if (index + 1 < items.length) running(Math.round((100 * (index + 1)) / items.length));
        else end(succeeded(found));
      });
    return undefined;
  },

  'consumable.reset': (command) => resetConsumable(board, command),
});

function resetConsumable({ robot, now, reportedChanged }: CommandContext, { params }: XCommand) {
  const { id, lifeHours } = params;
  const life = lifeHours === undefined ? undefined : numberIn(lifeHours, 1, 10_000);
  if (lifeHours !== undefined && life === undefined) return rejected('BAD_PARAMS', 'lifeHours');
  const result = robot.wear.reset(String(id), new Date(now()).toISOString(), life);
  if (!result) return rejected('BAD_PARAMS', 'id');
  reportedChanged();
  return succeeded(result);
}
