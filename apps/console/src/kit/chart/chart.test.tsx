import { render, screen } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { Chart } from './chart.tsx';

afterEach(() => vi.restoreAllMocks());

const coverage = { name: 'Coverage', values: [0.5, null], look: 'bar' } as const;

test('two steps of the same name are two rows, and an unknown value reads "—"', () => {
  const errors = vi.spyOn(console, 'error').mockImplementation(() => {});
  render(
    <Chart
      label="Runs"
      steps={['Monday', 'Monday']}
      series={[coverage]}
      format={(value) => `${value ?? '—'}`}
    />,
  );
  expect(screen.getAllByRole('cell').map(({ textContent }) => textContent)).toEqual(['0.5', '—']);
  expect(errors).not.toHaveBeenCalledWith(expect.stringContaining('same key'), expect.anything());
});
