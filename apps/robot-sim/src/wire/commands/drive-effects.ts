import { uuidPattern } from '@sweepline/contract/robot';
import type { TeleopTerms } from '../../robot/drive/teleop.ts';
import { numberIn, type CommandContext, type Effects } from './command-context.ts';
import { rejected, succeeded } from './commands.ts';

/** What a session may be opened with: least, most, and what it is when nothing is said (2.8). */
const terms = {
  maxV: [0.05, 0.6, 0.4],
  maxW: [0.1, 1, 0.6],
  deadmanMs: [200, 1000, 400],
  maxSeconds: [30, 900, 300],
} as const satisfies Record<Exclude<keyof TeleopTerms, 'sessionId'>, readonly [number, number, number]>;
type Term = keyof typeof terms;

/** A person takes the robot's wheel, and gives it back. */
export const driveEffects = ({ robot }: CommandContext): Effects => ({
  'teleop.open': ({ params }) => {
    const { sessionId } = params;
    if (robot.light) return rejected('UNSUPPORTED', 'light');
    if (typeof sessionId !== 'string' || !uuidPattern.test(sessionId))
      return rejected('BAD_PARAMS', 'sessionId');
    const given = {} as Record<Term, number>;
    for (const name of Object.keys(terms) as Term[]) {
      const [least, most, usual] = terms[name];
      const value = numberIn(params[name] ?? usual, least, most);
      if (value === undefined) return rejected('BAD_PARAMS', name);
      given[name] = value;
    }
    const { refusal } = robot.teleop;
    if (refusal) return rejected(refusal, robot.shownMode);
    robot.teleop.begin({ sessionId, ...given });
    return succeeded();
  },

  'teleop.close': ({ params }, end) => {
    const { sessionId, resume = false } = params;
    if (typeof resume !== 'boolean') return rejected('BAD_PARAMS', 'resume');
    const which = typeof sessionId === 'string' ? sessionId : undefined;
    // Only once it stands: then, and not before, the wheel is given back.
    if (!robot.teleop.open) return succeeded();
    robot.teleop.close(which, resume, () => end(succeeded()));
    return undefined;
  },
});
