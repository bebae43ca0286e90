import type { AlarmEntry } from '@sweepline/contract';

/** A brush jam that ended half an hour ago. Pass only the fields that matter to the test. */
export const anAlarm = (changes: Partial<AlarmEntry> = {}): AlarmEntry => {
  const ago = (minutes: number) => new Date(Date.now() - minutes * 60_000).toISOString();
  return {
    id: '01900000-0000-7000-8000-0000000000a1',
    code: '20110',
    name: 'Brush is jammed',
    level: 4,
    effectiveLevel: changes.level ?? 4,
    type: 'BRUSH_JAM',
    description: '',
    raisedAt: ago(60),
    clearedAt: ago(30),
    lastRaisedAt: null,
    toldAt: ago(60),
    isOpen: changes.clearedAt === null,
    count: 1,
    isChattering: false,
    deviceId: '01900000-0000-7000-8000-0000000000d1',
    deviceSn: 'J30C0001',
    deviceName: 'Otter',
    deviceCode: 'J30',
    companyId: '01900000-0000-7000-8000-0000000000c1',
    companyName: 'Mall',
    site: null,
    runId: null,
    runName: null,
    owner: null,
    acknowledged: null,
    processing: changes.processed ? 'PROCESSED' : 'NOT_PROCESSED',
    processed: null,
    shelved: null,
    followers: { count: 0, open: 0 },
    causeId: null,
    fixer: 'ANYONE',
    version: 1,
    isRead: 1,
    ...changes,
  };
};
