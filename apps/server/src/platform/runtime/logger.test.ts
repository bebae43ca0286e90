import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createLogger } from './logger.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

/** A logger and its lines. */
function aLogger() {
  const lines: Record<string, unknown>[] = [];
  const write = (line: string) => void lines.push(JSON.parse(line) as Record<string, unknown>);
  return { lines, logger: createLogger('info', { destination: { write } }) };
}

const diskFull = (file: string) =>
  Object.assign(new Error(`ENOSPC: no space left on device, open '${file}'`), { code: 'ENOSPC' });

test('of 2,550 equal errors the first is logged, and a minute later their number', () => {
  const { lines, logger } = aLogger();
  for (let n = 0; n < 2_550; n++)
    logger.child({ reqId: `${n}` }).error({ err: diskFull(`/data/${n}`) }, 'a call failed');
  expect(lines).toMatchObject([{ reqId: '0', msg: 'a call failed', err: { code: 'ENOSPC' } }]);
  vi.advanceTimersByTime(60_000);
  expect(lines.slice(1)).toMatchObject([{ repeated: 2_549, msg: 'a call failed', err: { code: 'ENOSPC' } }]);
  vi.advanceTimersByTime(60_000);
  expect(lines).toHaveLength(2);
});

test('errors of different kinds, and lines without an error, are all logged', () => {
  const { lines, logger } = aLogger();
  logger.error({ err: diskFull('/data/a') }, 'a call failed');
  logger.error({ err: diskFull('/data/a') }, 'a mail failed');
  logger.error(new TypeError('one'));
  logger.error(new TypeError('two'));
  for (let n = 0; n < 3; n++) logger.warn('the database is back');
  for (let n = 0; n < 3; n++) logger.info({ err: diskFull('/data/a') }, 'told');
  expect(lines).toHaveLength(10);
});

test('an error that goes on is logged once a minute', () => {
  const { lines, logger } = aLogger();
  for (let second = 0; second < 180; second++) {
    logger.error({ err: diskFull('/data/a') }, 'a call failed');
    vi.advanceTimersByTime(1_000);
  }
  expect(lines.map(({ repeated }) => repeated)).toEqual([undefined, 59, 60, 60]);
});
