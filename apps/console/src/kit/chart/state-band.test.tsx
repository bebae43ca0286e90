import { render, screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { StateBand, StateTotals, TimeTicks } from './state-band.tsx';

const hourMs = 3_600_000;
const range = { from: 10 * hourMs, to: 14 * hourMs };

test('a band places each state by its share of the time, and marks a moment', () => {
  const spans = [
    { from: 10 * hourMs, to: 11 * hourMs, text: 'Charging', tone: 'charging' as const },
    { from: 11 * hourMs, to: 13 * hourMs, text: 'Cleaning', tone: 'working' as const, shade: 1 as const },
  ];
  const { container } = render(<StateBand {...range} spans={spans} mark={12 * hourMs} />);
  const drawn = [...container.querySelectorAll<HTMLElement>('i')];
  expect(drawn.map(({ style }) => [style.insetInlineStart, style.inlineSize])).toEqual([
    ['0%', '25%'],
    ['25%', '50%'],
  ]);
  expect(drawn.map(({ dataset }) => [dataset['tone'], dataset['shade']])).toEqual([
    ['charging', '0'],
    ['working', '1'],
  ]);
  expect(screen.getByTitle('Cleaning · 2 h')).toBeTruthy();
  expect(container.querySelector('b')?.style.insetInlineStart).toBe('50%');
});

test('a moment outside the range stays at the edge of the band', () => {
  const { container } = render(<StateBand {...range} spans={[]} mark={20 * hourMs} />);
  expect(container.querySelector('b')?.style.insetInlineStart).toBe('100%');
});

test('the totals name each state with its duration, and the ticks are at their moments', () => {
  render(
    <>
      <StateTotals totals={[{ key: 'a', text: 'Cleaning', seconds: 90, tone: 'working' }]} />
      <TimeTicks {...range} ticks={[{ ms: 12 * hourMs, text: '12:00' }]} />
    </>,
  );
  expect(screen.getByText('1 min 30 s')).toBeTruthy();
  expect(screen.getByText('12:00').style.insetInlineStart).toBe('50%');
});
