import type { ErrorName } from './errors.ts';

/**
 * Why an account may not approve the request of another one: of a shell, an update task or a package. Each is the name of its
 * refusal as well.
 */
export const approvalFaults = [
  'ownApproval',
  'approverCreated',
  'approverReset',
  'approverGranted',
  'approverNew',
  'approverNotNamed',
] as const satisfies readonly ErrorName[];
export type ApprovalFault = (typeof approvalFaults)[number];

/** The age from which an account may approve. */
export const minApproverAgeMs = 24 * 3_600_000;
