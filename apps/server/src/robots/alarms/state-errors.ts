import { createHash } from 'node:crypto';
import { lookup } from '@sweepline/contract';
import { vdaErrorLevels } from '@sweepline/contract/robot';
import { newId } from '../../platform/runtime/ids.ts';
import type { RobotError } from '../protocol/robot-state.ts';
import type { Session } from '../sessions/session.ts';
import type { Raise } from './alarm-rows.ts';

/**
 * Errors of a plain VDA vehicle have no id. Equal type and references mean the same error
 * (docs/protocol/alarms.md#errors-of-vda-vehicles).
 */
export const errorIdentity = (error: RobotError) =>
  createHash('sha1')
    .update(JSON.stringify([error.type, Object.entries(error.references).toSorted()]))
    .digest('hex');

/** The order that an error names, as the rejection of an order does (docs/protocol/orders.md#sending-an-order). */
export const orderOfError = (error: RobotError): string | undefined => error.references['orderId'];

export interface ErrorChanges {
  raised: Raise[];
  /** Identities of alarms whose errors are over. */
  cleared: string[];
}

/**
 * The alarms to raise and to clear for the errors in the state of a vehicle that sends no `xAlarm`. An error is raised once: a
 * rejection remains in the states after its alarm ended with the run. An error absent from two states in a row is cleared.
 */
export function changesOfErrors(
  session: Pick<Session, 'alarms'>,
  errors: readonly RobotError[],
  previous: readonly RobotError[],
  { runId, at }: { runId: string | null; at: string },
): ErrorChanges {
  const present = new Map(errors.map((error) => [errorIdentity(error), error]));
  const before = new Set(previous.map(errorIdentity));
  const raised = [...present].flatMap(([identity, error]): Raise[] =>
    before.has(identity) ? [] : [raiseOfError(identity, error, { runId, at })],
  );
  const cleared = [...session.alarms.keys()].filter(
    (identity) => !identity.startsWith('server/') && !present.has(identity) && !before.has(identity),
  );
  return { raised, cleared };
}

const raiseOfError = (
  identity: string,
  error: RobotError,
  { runId, at }: { runId: string | null; at: string },
): Raise => ({
  id: newId(),
  identity,
  source: 'VDA',
  code: '90000',
  level: lookup(vdaErrorLevels, error.level) ?? 2,
  type: error.type,
  text: error.text || error.type,
  runId,
  refs: error.references,
  at,
});
