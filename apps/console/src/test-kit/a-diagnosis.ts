import type { Diagnosis } from '@sweepline/contract';

const at = '2030-01-01T00:00:00.000Z';

/** A robot in order. Pass only the fields that matter to the test. */
export const aDiagnosis = (changes: Partial<Diagnosis> = {}): Diagnosis => ({
  link: {
    state: 'ONLINE',
    reason: '',
    since: at,
    lastSeenAt: at,
    network: 'WIFI',
    rssiDbm: -55,
    drops: 1,
    onlineShare: 0.992,
  },
  computer: {
    at,
    bootedAt: at,
    cpuPct: 31,
    memPct: 48,
    diskFreeMb: 18_211,
    boardTempC: 41.2,
    unacked: 0,
    clockSynced: true,
    clockBehindMs: 120,
  },
  versions: { software: '4.2.1' },
  selfCheck: { at, by: 'Wei', state: 'SUCCEEDED', results: { MOTOR: 'OK', LIDAR: 'OK' } },
  liveLog: true,
  ...changes,
});
