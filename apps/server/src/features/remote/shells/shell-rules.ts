import { permissions, type ApprovalFault, type ShellSide, type ShellState } from '@sweepline/contract';
import type { ShellApproval, ShellRow } from '../../../entities/remote/shell-table.ts';
import { hasPermission, type Account } from '../../../platform/calls/ctx.ts';

/** The type of a terminal company, in `companies`. */
const terminal = 1;

/**
 * The approvals that a request needs. Staff of the provider and of agents need that of a second person of their company. The
 * company of the robot may ask for its own as well; that of a second person if the requester is its own.
 */
export function approvalsDue(
  requester: { companyId: string; companyType: number },
  owner: { companyId: string; ownerApproves: boolean },
): ShellSide[] {
  const isOwn = requester.companyId === owner.companyId;
  const needsColleague = requester.companyType !== terminal;
  const needsOwner = owner.ownerApproves && !(isOwn && needsColleague);
  return [...(needsColleague ? ['REQUESTER' as const] : []), ...(needsOwner ? ['OWNER' as const] : [])];
}

/** A request waits for an approval, or an approval for its use. */
export const pendingStates: readonly ShellState[] = ['REQUESTED', 'APPROVED'];

/** The state at this moment: a request or an approval is expired if it was not used in time. */
export const stateAt = ({ state, openUntil }: Pick<ShellRow, 'state' | 'openUntil'>, nowMs: number) =>
  pendingStates.includes(state) && Date.parse(openUntil) <= nowMs ? 'EXPIRED' : state;

/** Whether a right is one of the account itself: a session that impersonates an account never has a shell. */
const holds = (account: Account, code: string) => !account.viewer && hasPermission(account, code);

const companyOf = (row: ShellRow, side: ShellSide) =>
  side === 'REQUESTER' ? row.requesterCompanyId : row.companyId;

/** The side for which the account may approve the request; undefined if there is none, or another person did. */
export function approvableSide(row: ShellRow, account: Account, nowMs: number): ShellApproval | undefined {
  const mayApprove = stateAt(row, nowMs) === 'REQUESTED' && holds(account, permissions.deviceShellApprove);
  if (!mayApprove || account.id === row.accountId) return undefined;
  return row.approvals.find(({ side, by }) => !by && companyOf(row, side) === account.companyId);
}

export const openStates: readonly ShellState[] = ['STARTING', 'RUNNING'];
export const endedStates: readonly ShellState[] = ['CLOSED', 'STOP_FAILED', 'STOPPING', 'START_FAILED'];

/** Whether the account is of those who may approve a shell of this requester on this robot. */
const isApprover = (row: ShellRow, account: Account) =>
  holds(account, permissions.deviceShellApprove) &&
  (account.superAdmin || [row.requesterCompanyId, row.companyId].includes(account.companyId));

const mayReplay = (row: ShellRow, account: Account) =>
  endedStates.includes(row.state) && row.outputLength > 0 && !account.viewer;

/** Whether the account may end a shell, or withdraw its request. */
export const mayEnd = (row: ShellRow, account: Account): boolean =>
  (row.accountId === account.id && !account.viewer) || isApprover(row, account);

/** What the account may do with a shell that it sees; `fault` is why it is no second person for it. */
export function rightsOn(row: ShellRow, account: Account, nowMs: number, fault?: ApprovalFault) {
  const state = stateAt(row, nowMs);
  const isOwn = row.accountId === account.id && !account.viewer;
  const isOpen = openStates.includes(state);
  const isObserver =
    row.login === account.sessionId || row.observers.some(({ login }) => login === account.sessionId);
  const mayObserve = [permissions.deviceShell, permissions.deviceShellApprove].some((code) =>
    holds(account, code),
  );
  return {
    approve: !fault && approvableSide(row, account, nowMs) !== undefined,
    open: state === 'APPROVED' && isOwn && holds(account, permissions.deviceShell),
    end: (isOpen || pendingStates.includes(state)) && mayEnd(row, account),
    join: isOpen && !isObserver && mayObserve,
    replay: mayReplay(row, account),
    replayInput: mayReplay(row, account) && holds(account, permissions.deviceShellApprove),
  };
}
