import { newId } from '../runtime/ids.ts';
import type { AuditEntry } from './audit.ts';

/** One audit entry for many refusals of an address. `counted`: how many; `call`: the path of the last one. */
export const floodEntry = (
  at: Date,
  { call, address, counted }: { call: string; address: string; counted: number },
): AuditEntry => ({
  at: at.toISOString(),
  code: 429,
  reason: 'tooMany',
  action: 'audit.flood',
  recordName: String(counted),
  accountName: '',
  call,
  address,
  requestId: newId(),
});
