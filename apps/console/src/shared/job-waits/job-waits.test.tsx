import { render } from '@testing-library/react';
import { expect, test } from 'vitest';
import { updateWaits } from '@sweepline/contract';
import { JobWaits } from './job-waits.tsx';

type Waits = Parameters<typeof JobWaits>[0]['waits'];
const sentenceOf = (...waits: Waits) => render(<JobWaits waits={waits} />).container.textContent;

test('one sentence names everything that a job waits for, with the values of the robot', () => {
  expect(
    sentenceOf(
      { for: 'CHARGE', has: 31, needs: 40 },
      { for: 'WINDOW', from: '22:00', to: '05:00' },
      { for: 'RUN', etaS: 590 },
    ),
  ).toBe(
    'Waits for: charge 31%, needs 40%; the update window 22:00–05:00; the end of the run in about 10 min',
  );
});

test('what the server waits for is in the same sentence, with its moment', () => {
  const until = '2030-01-01T22:00:00.000Z';
  expect(
    sentenceOf(
      { for: 'SITE_WINDOW', from: '22:00', to: '05:00', until },
      { for: 'OFFLINE' },
      { for: 'STAGE' },
    ),
  ).toBe(
    'Waits for: the update window 22:00–05:00, opens Jan 1, 2030, 22:00; the robot to be online; its stage',
  );
  expect(sentenceOf({ for: 'POSTPONED', until })).toBe(
    'Waits for: Jan 1, 2030, 22:00, because it was postponed',
  );
  for (const name of updateWaits)
    expect(sentenceOf({ for: name, from: '22:00', to: '05:00' }), name).not.toContain('another condition');
});

test('a condition without its values, or of a newer robot, has words of its own', () => {
  expect(sentenceOf({ for: 'BATTERY' }, { for: 'RUN' })).toBe('Waits for: enough charge; the end of the run');
  expect(sentenceOf({ for: 'WINDOW' }, { for: 'FULL_MOON' })).toBe(
    'Waits for: another condition; another condition',
  );
  expect(sentenceOf()).toBe('');
});
