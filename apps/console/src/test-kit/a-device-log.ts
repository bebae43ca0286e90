import type { DeviceLog } from '@sweepline/contract';

/** A finished pull of one hour. */
export const aDeviceLog = (changes: Partial<DeviceLog> = {}): DeviceLog => ({
  id: '01900000-0000-7000-8000-0000000000a1',
  device: { id: '01900000-0000-7000-8000-0000000000d1', sn: 'J30-0007', nickname: 'Otter', model: 'J30' },
  companyId: '01900000-0000-7000-8000-0000000000c1',
  companyName: 'Mall',
  source: 'RANGE',
  paths: [],
  from: '2030-01-01T00:00:00.000Z',
  to: '2030-01-01T01:00:00.000Z',
  modules: [],
  alarmId: null,
  state: 'DONE',
  phase: 'FINISHED',
  pct: 100,
  bytesDone: 2048,
  bytesTotal: 2048,
  rateBps: null,
  code: '',
  waits: [],
  file: { name: 'logs-J30-0007.zip', bytes: 2048 },
  by: 'Wei',
  createdAt: '2030-01-01T01:00:00.000Z',
  endedAt: '2030-01-01T01:02:00.000Z',
  deletedAt: '2030-06-30T01:00:00.000Z',
  ...changes,
});
