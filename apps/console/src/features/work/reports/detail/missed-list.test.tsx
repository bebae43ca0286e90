import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test, vi } from 'vitest';
import { renderPage } from '../../../../test-kit/index.ts';
import { MissedList } from './missed-list.tsx';
import type { MissedPatch } from '@sweepline/map-core';

const patch = (id: string, reason?: string): MissedPatch => ({
  id,
  points: [],
  areaM2: 2,
  box: { minX: 0, minY: 0, maxX: 1, maxY: 2 },
  ...(reason && { reason }),
});

test('a missed patch shows the robot’s reason as text, and a reason unknown to the console is left out', async () => {
  const find = vi.fn<(id: string | undefined) => void>();
  const patches = [patch('a', 'OBSTACLE'), patch('b'), patch('c', 'SOLAR_FLARE')];
  renderPage(<MissedList patches={patches} selected={undefined} onSelect={find} />);
  const buttons = screen.getAllByRole('button').map(({ textContent }) => textContent);
  expect(buttons).toEqual(['1 · 2 m²Something was in the way', '2 · 2 m²', '3 · 2 m²']);
  await userEvent.click(screen.getByText('Something was in the way'));
  expect(find).toHaveBeenCalledWith('a');
});
