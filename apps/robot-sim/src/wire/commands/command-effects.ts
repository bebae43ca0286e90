import { uuidPattern } from '@sweepline/contract/robot';
import { audioEffects } from '../audio/audio-effects.ts';
import { bindingEffects } from './binding-effects.ts';
import { moves, numberIn, type CommandContext, type Effects } from './command-context.ts';
import { careEffects } from './care-effects.ts';
import { failed, rejected, succeeded } from './commands.ts';
import { driveEffects } from './drive-effects.ts';
import { jobEffects } from '../jobs/job-effects.ts';
import { rideEffects } from './ride-effects.ts';
import { streamEffects } from './stream-effects.ts';
import { settingsEffects } from '../settings/settings-effects.ts';

/** The supported commands (docs/protocol/commands.md#types); any other type is UNSUPPORTED. */
export const commandEffects = (context: CommandContext): Effects => ({
  ...systemEffects(context),
  ...audioEffects(context),
  ...bindingEffects(context),
  ...careEffects(context),
  ...driveEffects(context),
  ...rideEffects(context),
  ...settingsEffects(context),
  ...jobEffects(context),
  ...streamEffects(context),
});

const hmiRestartMs = 3_000;

const systemEffects = (context: CommandContext): Effects => ({
  ping: () => succeeded({ uptimeS: Math.round(context.robot.usage.upS) }),

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
    context.watch({
      holdS,
      ...(visualizationHz === undefined ? {} : { visualizationHz }),
      ...(telemetryS === undefined ? {} : { telemetryS }),
    });
    return succeeded();
  },

  locate: ({ params }, end) => {
    const seconds = numberIn(params['seconds'] ?? 5, 1, 30);
    if (seconds === undefined) return rejected('BAD_PARAMS', 'seconds');
    context.after(Math.min(seconds, 8) * 1000, () => end(succeeded()));
    return undefined;
  },

  'device.reboot': ({ params }, end) => {
    const { target = 'ROBOT' } = params;
    if (target !== 'ROBOT' && target !== 'HMI') return rejected('BAD_PARAMS', 'target');
    if (moves(context.robot)) return rejected('MODE_FORBIDS', 'the robot is at work');
    // Only the screen restarts with target HMI; else the restarted computer sends the reply.
    if (target === 'HMI') context.after(hmiRestartMs, () => end(succeeded()));
    else context.after(500, context.reboot);
    return undefined;
  },

  'job.mapUpload': ({ params }) => {
    const { jobId, mapId, mapVersion } = params;
    if (typeof jobId !== 'string' || !uuidPattern.test(jobId)) return rejected('BAD_PARAMS', 'jobId');
    if (typeof mapId !== 'string') return rejected('BAD_PARAMS', 'mapId');
    if (typeof mapVersion !== 'string') return rejected('BAD_PARAMS', 'mapVersion');
    // Success means that the job is saved; xJob reports its progress.
    return context.startMapUpload({ jobId, mapId, mapVersion })
      ? succeeded()
      : failed('UNKNOWN_MAP_ID', `${mapId} ${mapVersion}`);
  },

  'command.cancel': ({ params }) => {
    const { commandId } = params;
    if (typeof commandId !== 'string') return rejected('BAD_PARAMS', 'commandId');
    return context.cancelCommand(commandId) ? succeeded() : failed('CANCELED', 'nothing to cancel');
  },
});
