import type { XCommand } from '@sweepline/contract/robot';
import { breakOff } from '../robot/order-work.ts';
import type { Robot } from '../robot/robot.ts';
import { defaultSettings } from '../robot/settings.ts';
import { rejected, succeeded, failed, type Effect } from './commands.ts';

/** What a command may ask of the robot's computer, beyond the robot itself. */
export interface Board {
  robot: Robot;
  now: () => number;
  /** Does something after so many real milliseconds. */
  later: (ms: number, act: () => void) => void;
  /** Faster messages for a while: how often, and until when. */
  watch: (rate: { visualizationHz?: number; telemetryS?: number; holdS: number }) => void;
  reportedChanged: () => void;
  reboot: () => void;
  cancelCommand: (commandId: string) => boolean;
}

const numberIn = (value: unknown, low: number, high: number) =>
  typeof value === 'number' && value >= low && value <= high ? value : undefined;

const moves = (robot: Robot) => !robot.activity.idle || robot.drive.v !== 0;

/** The commands this robot does (2.2); any other type is UNSUPPORTED. */
export const commandEffects = (board: Board): Record<string, Effect | undefined> => ({
  ping: () => succeeded({ uptimeS: Math.round(board.robot.upS) }),

  'stream.rate': ({ params }) => {
    const visualizationHz = numberIn(params['visualizationHz'], 0.1, 5);
    const telemetryS = numberIn(params['telemetryS'], 1, 60);
    const holdS = numberIn(params['holdS'], 10, 600);
    if (holdS === undefined) return rejected('BAD_PARAMS', 'holdS');
    if (params['visualizationHz'] !== undefined && visualizationHz === undefined) {
      return rejected('BAD_PARAMS', 'visualizationHz');
    }
    if (params['telemetryS'] !== undefined && telemetryS === undefined)
      return rejected('BAD_PARAMS', 'telemetryS');
    board.watch({
      holdS,
      ...(visualizationHz === undefined ? {} : { visualizationHz }),
      ...(telemetryS === undefined ? {} : { telemetryS }),
    });
    return succeeded();
  },

  locate: ({ params }, end) => {
    const seconds = numberIn(params['seconds'] ?? 5, 1, 30);
    if (seconds === undefined) return rejected('BAD_PARAMS', 'seconds');
    board.later(Math.min(seconds, 8) * 1000, () => end(succeeded()));
    return undefined;
  },

  'device.reboot': ({ params }) => {
    const { target = 'ROBOT' } = params;
    if (target !== 'ROBOT' && target !== 'HMI') return rejected('BAD_PARAMS', 'target');
    if (moves(board.robot)) return rejected('MODE_FORBIDS', 'the robot is at work');
    if (target === 'HMI') return succeeded();
    // Its reply is sent by the computer that comes up again.
    board.later(500, board.reboot);
    return undefined;
  },

  'consumable.reset': (command) => resetConsumable(board, command),

  'device.freeze': () => {
    const { robot } = board;
    if (robot.book.active) breakOff(robot, 'FROZEN');
    robot.frozen = true;
    return succeeded();
  },

  'device.unfreeze': () => {
    board.robot.frozen = false;
    return succeeded();
  },

  'settings.restoreDefaults': () => {
    const { robot } = board;
    if (moves(robot)) return rejected('MODE_FORBIDS', 'the robot is at work');
    robot.settings = defaultSettings(robot.spec);
    return succeeded();
  },

  'relocation.enter': ({ params }) => {
    const { robot } = board;
    if (moves(robot)) return rejected('MODE_FORBIDS', 'the robot is at work');
    if (params['mapId'] !== robot.world.mapId) return rejected('BAD_PARAMS', 'mapId');
    robot.relocating = true;
    return succeeded();
  },

  'relocation.exit': () => {
    board.robot.relocating = false;
    return succeeded();
  },

  'command.cancel': ({ params }) => {
    const { commandId } = params;
    if (typeof commandId !== 'string') return rejected('BAD_PARAMS', 'commandId');
    return board.cancelCommand(commandId) ? succeeded() : failed('CANCELED', 'nothing to cancel');
  },
});

function resetConsumable({ robot, now, reportedChanged }: Board, { params }: XCommand) {
  const { id, lifeHours } = params;
  const life = lifeHours === undefined ? undefined : numberIn(lifeHours, 1, 10_000);
  if (lifeHours !== undefined && life === undefined) return rejected('BAD_PARAMS', 'lifeHours');
  const result = robot.wear.reset(String(id), new Date(now()).toISOString(), life);
  if (!result) return rejected('BAD_PARAMS', 'id');
  reportedChanged();
  return succeeded(result);
}
