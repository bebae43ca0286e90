import {
  inventoryMoves,
  usageStateMoves,
  type InventoryState,
  type UseStatus,
  type UsageType,
} from '@sweepline/contract';

/** Out, back, in stock again, and no other way (protocol 2.25). */
export const mayMoveTo = (from: InventoryState, to: InventoryState): boolean => inventoryMoves[from] === to;

export const mayBecome = (from: UseStatus, to: UseStatus): boolean => usageStateMoves[from].includes(to);

/** What is left of a lease once its time is up; an ended lease stays ended until somebody does something about it. */
export const useStatusAtEnd = (usageType: UsageType, status: UseStatus): UseStatus =>
  usageType === 'LEASE' && status === 'NEW' ? 'LEASE_EXPIRED' : status;

/** A lease that goes on is not expired any more. */
export const useStatusAtRenewal = (status: UseStatus): UseStatus =>
  status === 'LEASE_EXPIRED' ? 'NEW' : status;
