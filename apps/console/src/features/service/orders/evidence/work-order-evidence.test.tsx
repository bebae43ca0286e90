import { workOrderEvidenceCalls, type Output } from '@sweepline/contract';
import { act, fireEvent, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, onTestFinished, test, vi } from 'vitest';
import { fakeServer, Refused, renderPage } from '../../../../test-kit/index.ts';
import { WorkOrderEvidence } from './work-order-evidence.tsx';

const { evidence } = workOrderEvidenceCalls;
type Answer = Output<typeof evidence>;
const id = '0193f0c2-7a31-7c55-9d0e-0000000000a1';
const taken = Date.parse('2030-01-01T12:00:00.000Z');
const at = (minutes: number) => new Date(taken + minutes * 60_000).toISOString();

const answer: Answer = {
  fingerprint: 'ab'.repeat(32),
  matches: true,
  content: {
    takenAt: at(0),
    device: { id, sn: 'J30-0007', name: 'Otter', model: 'J30', mapRotation: 0 },
    alarm: null,
    live: {
      deviceId: id,
      connection: { state: 'ONLINE', reason: '', since: at(-90), lastSeenAt: at(-3) },
      mode: { value: { mode: 'ERROR', paused: false, relocating: false }, at: at(-5) },
      battery: { value: { soc: 41, charging: false, voltage: null, health: null }, at: at(-60) },
      position: null,
      tanks: null,
      network: null,
      cleaning: null,
      run: null,
      versions: null,
      consumables: null,
      errors: null,
      conformance: [],
    },
    versions: [{ part: 'robot', version: '3.2.1', since: at(-900) }],
    consumables: {
      at: at(-30),
      list: [{ id: 'mainBrush', remainingPct: 12, usedHours: null, lifeHours: null, resets: null }],
    },
    map: {
      id: 'floor',
      name: 'Ground floor',
      version: 7,
      ground: { file: id, width: 200, height: 200, resolution: 0.1, originX: 0, originY: 0 },
    },
    period: {
      from: at(-10),
      to: at(0),
      stepS: 60,
      samples: [
        { at: at(-10), soc: 80, mapId: null, x: null, y: null },
        { at: at(-1), soc: 41, mapId: null, x: null, y: null },
      ],
      modes: [
        { from: at(-100), to: at(-5), value: 'STANDBY' },
        { from: at(-5), to: null, value: 'ERROR' },
      ],
      connection: [{ from: at(-100), to: null, value: 'ONLINE' }],
      trail: [
        {
          mapId: 'floor',
          steps: [
            [0, 1, 2, 0, 0],
            [300_000, 3, 4, 0, 1],
          ],
        },
      ],
      alarms: [
        {
          id: 'a1',
          code: '20110',
          type: 'BRUSH',
          text: '',
          level: 5,
          from: at(-5),
          to: null,
          causeId: null,
          processed: false,
          shelvedUntil: null,
        },
      ],
      commands: [{ id: 'c1', type: 'stop', status: 'SUCCEEDED', by: 'wei', from: at(-8), to: at(-8) }],
      runs: [],
      drives: [],
      more: false,
    },
  },
};

function show(changes: Partial<Answer> = {}) {
  const server = fakeServer();
  server.on(evidence, () => ({ ...answer, ...changes }));
  renderPage(<WorkOrderEvidence order={{ id }} />);
  return server;
}
const region = (name: string) => within(screen.getByRole('region', { name }));

test('the evidence says when it was frozen and that it is unchanged, with each value and its age then', async () => {
  const server = show();
  expect(await screen.findByText('Unchanged since then')).toBeTruthy();
  expect(server.sentTo(evidence)).toEqual([{ id }]);
  expect(screen.getByText('ab'.repeat(8)).getAttribute('title')).toBe(answer.fingerprint);
  const live = region('Last known status');
  expect(live.getByText('41%').textContent).toContain('1 hour ago');
  expect(live.getByText('5 minutes ago')).toBeTruthy();
  expect(region('Versions').getByText('3.2.1')).toBeTruthy();
  expect(region('Consumables').getByText('12%')).toBeTruthy();
  expect(screen.getByText(/Ground floor, version 7/)).toBeTruthy();
});

test('the cursor moves all lanes, and words tell what was at that moment', async () => {
  show();
  const slider = await screen.findByRole('slider', { name: 'Time cursor' });
  const words = () => region('At the cursor');
  expect(words().getByText('Brush is jammed')).toBeTruthy();
  slider.focus();
  await userEvent.keyboard('{Home}');
  expect(words().getByText('Standby')).toBeTruthy();
  expect(words().getByText('80%')).toBeTruthy();
  expect(words().getByText('No open alarms at this time.')).toBeTruthy();
});

test('a replay runs from the start to the end and can be paused', async () => {
  show();
  const slider = await screen.findByRole('slider', { name: 'Time cursor' });
  const now = () => Number(slider.getAttribute('aria-valuenow'));
  const pass = (ms: number) => act(() => vi.advanceTimersByTime(ms));
  const press = (name: string) => fireEvent.click(screen.getByRole('button', { name }));
  expect(now()).toBe(100);
  vi.useFakeTimers();
  onTestFinished(() => void vi.useRealTimers());
  press('Play the ten minutes before');
  expect(now()).toBe(0);
  pass(15_000);
  expect(now()).toBe(50);
  press('Pause');
  pass(15_000);
  expect(now()).toBe(50);
  press('Play the ten minutes before');
  pass(40_000);
  expect(now()).toBe(100);
  expect(screen.queryByRole('button', { name: 'Pause' })).toBeNull();
});

test('evidence that was changed after it was frozen says so', async () => {
  show({ matches: false });
  expect(await screen.findByText('Changed after it was frozen')).toBeTruthy();
});

test('a refused read is said instead of an empty picture', async () => {
  const server = fakeServer();
  server.on(evidence, () => {
    throw new Refused('notFound');
  });
  renderPage(<WorkOrderEvidence order={{ id }} />);
  expect(await screen.findByText(new Refused('notFound').message)).toBeTruthy();
});
