import { newId } from '../../platform/runtime/ids.ts';
import { startedAt as at } from '../index.ts';

type Row = Record<string, unknown>;

/** Rows as the queues of write-behind writers hold them. */
export const auditEntry = (): Row => ({
  id: newId(),
  at,
  companyId: null,
  accountId: null,
  accountName: '',
  call: 'POST x',
  code: 403,
  recordId: 'x',
  reason: 'forbidden',
  address: '',
  requestId: newId(),
});
export const deviceRequest = (): Row => ({
  address: { manufacturer: 'JBOT', serialNumber: newId(), interfaceName: 'vda5050', major: 'v3' },
  firstMs: Date.parse(at),
  lastMs: Date.parse(at),
  count: 1,
});
export const connectionRefusal = (): Row => ({
  name: newId(),
  reason: 'UNKNOWN_DEVICE',
  address: '192.0.2.1',
  deviceId: null,
  companyId: null,
  firstMs: Date.parse(at),
  lastMs: Date.parse(at),
  count: 1,
});
