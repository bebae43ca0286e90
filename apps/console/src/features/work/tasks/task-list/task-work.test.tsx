import { screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { renderPage } from '../../../../test-kit/index.ts';
import { aTask } from '../a-task.ts';
import { TaskWork } from './task-work.tsx';

test('a task names its planned area as the sum of the outlines of its areas', () => {
  renderPage(<TaskWork task={aTask()} />);
  const outlines = screen.getAllByTitle('Area of the outline, walls and furniture included');
  expect(outlines.map(({ textContent }) => Number.parseInt(textContent ?? '', 10))).toEqual([100, 100]);
  const planned = screen.getByTitle(/^Sum of the outlines of the chosen zones/);
  expect(planned.textContent).toContain('200');
  expect(planned.parentElement?.textContent).toContain('Planned area');
});
