import type { Need } from '@sweepline/contract';

/** A missed start of an online robot. Pass only the fields that matter to the test. */
export const aNeed = (changes: Partial<Need> = {}): Need => ({
  id: 'MISSED_START:0193f0c2-7a31-7c55-9d0e-0000000000e1',
  kind: 'MISSED_START',
  level: 4,
  since: '2030-01-02T06:00:00.000Z',
  lostM2Hours: 600,
  lost: { areaM2: 300, lateHours: 2 },
  companyName: 'Plaza',
  device: { id: '0193f0c2-7a31-7c55-9d0e-0000000000d1', name: 'Otter', sn: 'J30-0001', model: 'J30' },
  site: { id: '0193f0c2-7a31-7c55-9d0e-0000000000f1', name: 'North' },
  task: { id: '0193f0c2-7a31-7c55-9d0e-0000000000e1', name: 'Lobby' },
  map: null,
  zone: null,
  name: 'Lobby',
  recordId: null,
  fixer: 'OPERATOR',
  action: 'START_TASK',
  reason: { code: 'START_MISSED', params: { starts: 1, code: 'OFFLINE' } },
  obstacle: null,
  how: null,
  snoozedUntil: null,
  assigned: null,
  ...changes,
});
