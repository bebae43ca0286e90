import type { XCommand } from '@sweepline/contract/robot';
import type { Robot } from '../../robot/robot.ts';
import { partReplaced } from '../../robot/body/fault-effects.ts';
import { isSelfCheckItem, selfCheckOf } from '../../robot/body/self-check.ts';
import { manualPartsOf } from '../../robot/body/manual-parts.ts';
import { moves, numberIn, type CommandContext, type Effects } from './command-context.ts';
import { rejected, succeeded } from './commands.ts';

/** Duration of the self-check of one part. */
const itemCheckMs = 300;

const reportMode = ({ events }: Robot) => {
  events.mode();
  events.changed();
};

/** Relocation, self-check and consumables. */
export const careEffects = (context: CommandContext): Effects => ({
  'relocation.enter': ({ params }) => {
    const { robot } = context;
    if (moves(robot)) return rejected('MODE_FORBIDS', 'the robot is at work');
    const { mapId } = params;
    const mayUse = robot.maps().some((map) => map.mapId === mapId && map.enabled);
    if (mapId !== robot.world.mapId && !mayUse) return rejected('BAD_PARAMS', 'mapId');
    robot.relocating = true;
    reportMode(robot);
    return succeeded();
  },

  'relocation.exit': () => {
    const { robot } = context;
    robot.relocating = false;
    // Without a confirmed pose the robot returns to its previous one.
    robot.unconfirmedPose = undefined;
    reportMode(robot);
    return succeeded();
  },

  'chassis.selfCheck': ({ params }, end, running) => {
    const { robot } = context;
    const items = params['items'];
    const valid = Array.isArray(items) && items.length > 0 && items.every(isSelfCheckItem);
    if (!valid) return rejected('BAD_PARAMS', 'items');
    if (!checkModes.includes(robot.reportedMode)) return rejected('MODE_FORBIDS', robot.reportedMode);
    const results: Record<string, string> = {};
    for (const [index, item] of items.entries())
      context.after((index + 1) * itemCheckMs, () => {
        results[item] = selfCheckOf(robot, item);
        if (index + 1 < items.length) running(Math.round((100 * (index + 1)) / items.length));
        else end(succeeded(results));
      });
    return undefined;
  },

  'parts.set': ({ params }) => setParts(context, params),

  'consumable.reset': (command) => resetConsumable(context, command),
});

/** In ERROR the check shows what is out of order. */
const checkModes = ['STANDBY', 'ERROR'];
const partModes = ['STANDBY', 'MANUAL_RUN', 'MANUAL_CLEANING'];

function setParts({ robot, after }: CommandContext, params: Record<string, unknown>) {
  const request = manualPartsOf(robot.spec.model, params);
  if (typeof request === 'string') return rejected('BAD_PARAMS', request);
  if (!partModes.includes(robot.reportedMode)) return rejected('MODE_FORBIDS', robot.reportedMode);
  const end = robot.tools.setManual(request.parts);
  robot.events.mode();
  after(request.offAfterS * 1000, () => {
    if (end()) robot.events.mode();
  });
  return succeeded();
}

function resetConsumable({ robot, now, reportedChanged }: CommandContext, { params }: XCommand) {
  const { id, lifeHours } = params;
  const life = lifeHours === undefined ? undefined : numberIn(lifeHours, 1, 10_000);
  if (lifeHours !== undefined && life === undefined) return rejected('BAD_PARAMS', 'lifeHours');
  const result = robot.wear.reset(String(id), new Date(now()).toISOString(), life);
  if (!result) return rejected('BAD_PARAMS', 'id');
  partReplaced(robot, result.id);
  reportedChanged();
  return succeeded(result);
}
