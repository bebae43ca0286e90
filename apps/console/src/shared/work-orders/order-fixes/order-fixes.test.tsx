import { pages, workOrderEvidenceCalls, type Output } from '@sweepline/contract';
import { screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { fakeServer, renderPage, userWith } from '../../../test-kit/index.ts';
import { OrderFixes } from './order-fixes.tsx';

const { fixes } = workOrderEvidenceCalls;
const alarm = { code: '20110', deviceId: '0193f0c2-7a31-7c55-9d0e-0000000000a1' };
const none: Output<typeof fixes> = { fixed: 0, verified: 0, failed: 0, firstTimeFixRate: null, list: [] };

test('the last repairs of the code are listed with their outcome and the rate of first fixes', async () => {
  const server = fakeServer();
  const fix = {
    id: 'o1',
    number: '2030-000007',
    companyCode: 'PLA',
    resolution: 'FIXED' as const,
    text: 'Freed the brush',
  };
  server.on(fixes, () => ({
    fixed: 4,
    verified: 3,
    failed: 1,
    firstTimeFixRate: 0.75,
    list: [
      { ...fix, resolvedAt: '2030-01-01T00:00:00.000Z', held: true },
      {
        ...fix,
        id: 'o2',
        number: '2030-000005',
        text: 'New belt',
        resolvedAt: '2029-12-01T00:00:00.000Z',
        held: null,
      },
    ],
  }));
  renderPage(<OrderFixes alarm={alarm} />);
  expect(await screen.findByText('Freed the brush')).toBeTruthy();
  expect(server.sentTo(fixes)).toEqual([alarm]);
  expect(screen.getByText('75%').closest('[title]')?.getAttribute('title')).toContain(
    '3 verified, 1 came back',
  );
  expect(screen.getByText('PLA-2030-000007').getAttribute('href')).toBe(pages.workOrder({ id: 'o1' }));
  expect(screen.getAllByText('held')).toHaveLength(1);
});

test('a code that was never repaired says so, and a reader without work orders asks nothing', async () => {
  const server = fakeServer();
  server.on(fixes, () => none);
  renderPage(<OrderFixes alarm={alarm} />);
  expect(await screen.findByText(/No order of this code and model/)).toBeTruthy();
  const { container } = renderPage(<OrderFixes alarm={alarm} />, '/', userWith('M700115'));
  expect(container.textContent).toBe('');
  expect(server.sentTo(fixes)).toHaveLength(1);
});
