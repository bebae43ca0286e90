import type { CommandRow } from '@sweepline/contract';

const at = '2030-01-01T08:00:00.000Z';

/** A command that succeeded. Pass only the fields that matter to the test. */
export const aCommand = (changes: Partial<CommandRow> = {}): CommandRow => ({
  id: '0193f0c2-7a31-7c55-9d0e-0000000000c1',
  deviceId: '0193f0c2-7a31-7c55-9d0e-0000000000a1',
  type: 'locate',
  status: 'SUCCEEDED',
  code: '',
  message: '',
  by: 'wei',
  reason: '',
  attempts: 1,
  createdAt: at,
  sentAt: at,
  repliedAt: at,
  acceptedAt: at,
  runningAt: null,
  endedAt: at,
  expiresAt: at,
  late: false,
  canceledBy: '',
  device: { sn: 'J30-0007', nickname: 'Lobby', model: 'J30' },
  companyName: 'Sweepline',
  job: null,
  ...changes,
});
