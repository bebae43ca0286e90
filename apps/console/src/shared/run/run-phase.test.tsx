import { act } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { renderPage } from '../../test-kit/index.ts';
import { RunPhase } from './run-phase.tsx';

const startedAt = Date.parse('2030-01-01T10:00:00.000Z');
const figures = { name: 'Lobby', phase: 'CLEANING', coverage: 0.5, cleanedM2: 5, plannedM2: 10, etaS: 90 };
const phases = [{ phase: 'CLEANING', at: '2030-01-01T10:00:00.000Z' }] as Parameters<
  typeof RunPhase
>[0]['phases'];
const words = () => document.querySelector('.run-phase')!.textContent.replaceAll(/\s+/g, ' ');
const pass = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms));

test('the duration and the time left are counted each second between the reports of the robot', async () => {
  vi.useFakeTimers({ now: startedAt + 28_000 });
  renderPage(<RunPhase figures={figures} phases={phases} isWorking />);
  await pass(0);
  expect(words()).toContain('28 s');
  await pass(2_000);
  expect(words()).toContain('30 s');
  expect(words()).toContain('1 min 28 s');
});

test('the time left stands still while the run is paused', async () => {
  vi.useFakeTimers({ now: startedAt });
  renderPage(<RunPhase figures={figures} phases={phases} isWorking={false} />);
  await pass(5_000);
  expect(words()).toContain('1 min 30 s');
});
