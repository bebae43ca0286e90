import { can, type Capability } from '@sweepline/contract/robot';
import type { Robot } from './robot.ts';
import { NotApplicable, NotTested, RuleBroken, type Verdict } from './verdict.ts';

export const subjects = [
  'connecting',
  'clock',
  'factsheet',
  'state',
  'commands',
  'journal',
  'settings',
  'actions',
  'orders',
  'charging',
  'drive',
  'cleaning',
  'maps',
  'relocation',
  'freezing',
  'sleep',
  'alarms',
  'updates',
  'shells',
  'messages',
  'life',
] as const;
export type Subject = (typeof subjects)[number];

/** Why a rule does not apply to a robot; undefined if it does. */
export type Need = (robot: Robot) => string | undefined;

/** A rule of the protocol that can be seen from outside. */
export interface Rule {
  id: string;
  /** What the robot does, in one sentence. */
  rule: string;
  /** The page of docs/protocol, with the heading. */
  page: string;
  needs?: readonly Need[];
  /** Throws `RuleBroken` with its evidence, `NotTested` or `NotApplicable`; or why the tool cannot test it. */
  check: ((robot: Robot) => Promise<void> | void) | { untested: string };
}

export const ownMessages: Need = ({ own }) => (own ? undefined : 'it uses no message on an x topic');
export const version3: Need = ({ major }) => (major === 'v3' ? undefined : 'it speaks version 2');
export const declares =
  (...actions: readonly string[]): Need =>
  ({ abilities }) => {
    const missing = actions.filter((action) => !abilities?.actions?.has(action));
    return missing.length === 0 ? undefined : `its factsheet does not list ${missing.join(', ')}`;
  };

/** The console uses these features only for robots that declare them. */
export const offers =
  (capability: Capability): Need =>
  ({ vehicle }) =>
    can(vehicle, capability) ? undefined : `it does not declare \`${capability}\``;

/** Tests one rule. An error of the tool itself is thrown. */
export async function judge({ needs = [], check }: Rule, robot: Robot): Promise<Verdict> {
  for (const need of needs) {
    const reason = need(robot);
    if (reason !== undefined) return { result: 'NOT_APPLICABLE', reason };
  }
  if (typeof check !== 'function') return { result: 'NOT_TESTED', reason: check.untested };
  try {
    await check(robot);
    return { result: 'HOLDS' };
  } catch (error) {
    if (error instanceof RuleBroken) return { result: 'FAILS', evidence: error.evidence };
    if (error instanceof NotTested) return { result: 'NOT_TESTED', reason: error.message };
    if (error instanceof NotApplicable) return { result: 'NOT_APPLICABLE', reason: error.message };
    throw error;
  }
}
