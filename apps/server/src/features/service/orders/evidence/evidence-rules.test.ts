import { maxEvidenceBytes, type RobotPeriod, type WorkOrderEvidence } from '@sweepline/contract';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { unseenLive } from '../../../devices/devices/device-service.ts';
import { bytesOf, fingerprintOf, fitted } from './evidence-rules.ts';

const at = '2030-01-01T00:00:00.000Z';
const id = '01900000-0000-7000-8001-000000000001';
const times = <T>(count: number, make: (index: number) => T): T[] =>
  Array.from({ length: count }, (_none, index) => make(index));

function periodOf(counts: { events: number; spans: number; steps: number; text: number }): RobotPeriod {
  const { events, spans, steps, text } = counts;
  const words = '語'.repeat(text);
  const span = { from: at, to: at };
  return {
    from: at,
    to: at,
    stepS: 60,
    samples: times(spans, () => ({ at, soc: 50, mapId: id, x: 1.123456789, y: 2.123456789 })),
    modes: times(spans, () => ({ ...span, value: 'CLEANING' })),
    connection: times(spans, () => ({ ...span, value: 'ONLINE' })),
    trail: [
      {
        mapId: id,
        steps: times(steps, (t) => [t * 1000, 1.123456789, 2.123456789, 0.123456789, 1] as const),
      },
    ].map(({ mapId, steps: list }) => ({
      mapId,
      steps: list.map(([...step]) => step),
    })) as RobotPeriod['trail'],
    alarms: times(events, (n) => ({
      ...span,
      id: String(n),
      code: '10110',
      type: 'STUCK',
      text: words,
      level: 4,
      causeId: id,
      processed: false,
      shelvedUntil: at,
    })),
    commands: times(events, (n) => ({
      ...span,
      id: String(n),
      type: 'device.reboot',
      status: 'SUCCEEDED' as const,
      by: words,
    })) as RobotPeriod['commands'],
    runs: times(events, (n) => ({
      ...span,
      id: String(n),
      name: words,
      kind: 'CLEANING' as const,
      state: 'SUCCESS' as const,
      code: '',
    })),
    drives: times(events, (n) => ({ ...span, id: String(n), driver: words, end: null })),
    more: false,
  };
}
const contentOf = (period: RobotPeriod): WorkOrderEvidence => ({
  takenAt: at,
  device: { id, sn: 'J30', name: 'Otter', model: 'J30', mapRotation: 0 },
  alarm: null,
  live: unseenLive(id),
  versions: [{ part: 'robot', version: '1.0', since: at }],
  consumables: { at: null, list: [] },
  map: null,
  period,
});

test('evidence of any length is within its limit, and keeps the newest entries of each list', () => {
  const counts = fc.record({
    events: fc.nat(300),
    spans: fc.nat(1_000),
    steps: fc.nat(3_000),
    text: fc.nat(300),
  });
  fc.assert(
    fc.property(counts, (lengths) => {
      const period = periodOf(lengths);
      const cut = fitted(contentOf(period));
      expect(bytesOf(cut)).toBeLessThanOrEqual(maxEvidenceBytes);
      expect(cut.period.alarms.at(-1)?.id).toBe(
        cut.period.alarms.length > 0 ? period.alarms.at(-1)?.id : undefined,
      );
      const isCut =
        cut.period.alarms.length < period.alarms.length || cut.period.modes.length < period.modes.length;
      expect(cut.period.more || !isCut).toBe(true);
      const last = (trail: RobotPeriod['trail']) => trail.at(-1)?.steps.at(-1);
      if (cut.period.trail.length > 0) expect(last(cut.period.trail)).toEqual(last(period.trail));
    }),
    { numRuns: 60 },
  );
});

test('the fingerprint does not depend on the order of the fields, and changes with any value', () => {
  const content = contentOf(periodOf({ events: 1, spans: 1, steps: 2, text: 3 }));
  const turned = Object.fromEntries(Object.entries(content).toReversed());
  expect(fingerprintOf(turned)).toBe(fingerprintOf(content));
  expect(fingerprintOf({ ...content, takenAt: '2030-01-01T00:00:00.001Z' })).not.toBe(fingerprintOf(content));
});
