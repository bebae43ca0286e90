import {
  inventoryMoves,
  usageStateMoves,
  type InventoryState,
  type UseStatus,
  type UsageType,
} from '@sweepline/contract';

/** The stock states form a cycle: in stock, outbound, returned, in stock. */
export const mayMoveTo = (from: InventoryState, to: InventoryState): boolean => inventoryMoves[from] === to;

export const mayBecome = (from: UseStatus, to: UseStatus): boolean => usageStateMoves[from].includes(to);

/** The use status at the end of use. An expired lease stays expired until its renewal. */
export const useStatusAtEnd = (usageType: UsageType, status: UseStatus): UseStatus =>
  usageType === 'LEASE' && status === 'NEW' ? 'LEASE_EXPIRED' : status;

/** The use status after a renewal: a lease is no longer expired. */
export const useStatusAtRenewal = (status: UseStatus): UseStatus =>
  status === 'LEASE_EXPIRED' ? 'NEW' : status;
