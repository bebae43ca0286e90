import { uuidPattern } from '@sweepline/contract/robot';
import type { TeleopTerms } from '../../robot/drive/teleop.ts';
import { numberIn, type CommandContext, type Effects } from './command-context.ts';
import { rejected, succeeded } from './commands.ts';

/** Minimum, maximum and default of the session parameters (docs/protocol/drive.md#session). */
const terms = {
  maxV: [0.05, 0.6, 0.4],
  maxW: [0.1, 1, 0.6],
  deadmanMs: [200, 1000, 400],
  maxSeconds: [30, 900, 300],
} as const satisfies Record<Exclude<keyof TeleopTerms, 'sessionId'>, readonly [number, number, number]>;
type Term = keyof typeof terms;

/** Opens and closes remote driving sessions. */
export const driveEffects = ({ robot }: CommandContext): Effects => ({
  'teleop.open': ({ params }) => {
    const { sessionId } = params;
    if (robot.light) return rejected('UNSUPPORTED', 'light');
    if (typeof sessionId !== 'string' || !uuidPattern.test(sessionId))
      return rejected('BAD_PARAMS', 'sessionId');
    const values = {} as Record<Term, number>;
    for (const name of Object.keys(terms) as Term[]) {
      const [min, max, fallback] = terms[name];
      const value = numberIn(params[name] ?? fallback, min, max);
      if (value === undefined) return rejected('BAD_PARAMS', name);
      values[name] = value;
    }
    const { refusal } = robot.teleop;
    if (refusal) return rejected(refusal, robot.reportedMode);
    robot.teleop.begin({ sessionId, ...values });
    return succeeded();
  },

  'teleop.close': ({ params }, end) => {
    const { sessionId, resume = false } = params;
    if (typeof resume !== 'boolean') return rejected('BAD_PARAMS', 'resume');
    const closedSession = typeof sessionId === 'string' ? sessionId : undefined;
    // The command ends once the robot stands.
    if (!robot.teleop.open) return succeeded();
    robot.teleop.close(closedSession, resume, () => end(succeeded()));
    return undefined;
  },
});
