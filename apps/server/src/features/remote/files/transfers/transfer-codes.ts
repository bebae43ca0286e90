import { replyCodes } from '@sweepline/contract/robot';
import type { RobotRefusal } from '../../../../robots-port/robot-refusal.ts';

/** A transfer without a command after this time was interrupted between the two. */
export const unsentMs = 5 * 60_000;
export const interrupted = 'INTERRUPTED';

/** A refusal in the words of robots; one that is the server's alone is an interruption. */
export const replyCodeOf = ({ code }: RobotRefusal): string =>
  replyCodes.find((known) => known === code) ?? interrupted;
