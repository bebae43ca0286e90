import { fireEvent, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test, vi } from 'vitest';
import { BarList } from './bar-list.tsx';
import { byteStep } from './byte-step.ts';
import { BarStrip, type StripBar } from './bar-strip.tsx';
import { linesOf, type SparkPoint } from './spark-path.ts';
import { Sparkline } from './sparkline.tsx';

const tip = () => document.querySelector('.sl-chart-tip')?.textContent;
const bar = (key: string, value: number | null): StripBar => ({
  key,
  text: `${key}: ${value ?? '—'}`,
  parts: value === null ? null : [{ value, tone: 'fault' }],
});
const heights = () =>
  [...document.querySelectorAll('.sl-bar')].map(
    (it) =>
      it.querySelector<HTMLElement>('i')?.style.blockSize ?? (it.matches('.sl-bar-unknown') ? 'gap' : '0'),
  );

test('a strip without bars shows that nothing is known', () => {
  render(<BarStrip label="Errors" bars={[]} />);
  expect(screen.getByText('—')).toBeTruthy();
  expect(screen.queryByRole('img')).toBeNull();
});

test('a strip with one bar has a label and fills its height', () => {
  render(<BarStrip label="Errors" bars={[bar('Monday', 3)]} />);
  expect(screen.getByRole('img', { name: 'Errors' })).toBeTruthy();
  expect(heights()).toEqual(['100%']);
});

test('an unknown bar is a gap and reads "—", and a zero is a bar without height', async () => {
  render(<BarStrip label="Errors" bars={[bar('Monday', 4), bar('Tuesday', null), bar('Wednesday', 0)]} />);
  expect(heights()).toEqual(['100%', 'gap', '0']);
  await userEvent.hover(document.querySelector('.sl-bar-unknown')!);
  expect(tip()).toBe('Tuesday: —');
});

test('focus on a strip shows the last bar, and arrow keys move to the others', async () => {
  render(<BarStrip label="Errors" bars={[bar('Monday', 4), bar('Tuesday', 2)]} />);
  await userEvent.tab();
  expect(tip()).toBe('Tuesday: 2');
  await userEvent.keyboard('{ArrowLeft}');
  expect(tip()).toBe('Monday: 4');
  expect(document.querySelector('[aria-live]')?.textContent).toBe('Monday: 4');
  await userEvent.tab();
  expect(tip()).toBeUndefined();
});

test('bars that can be pressed are one tab stop, and an empty bar does nothing', async () => {
  const press = vi.fn<(index: number) => void>();
  render(<BarStrip label="Errors" bars={[bar('Monday', 4), bar('Tuesday', 0)]} onPress={press} />);
  await userEvent.tab();
  expect(document.activeElement?.getAttribute('aria-label')).toBe('Tuesday: 0');
  await userEvent.keyboard('{Enter}{ArrowLeft}{Enter}');
  expect(press.mock.calls).toEqual([[0]]);
  await userEvent.tab();
  expect(document.activeElement).toBe(document.body);
});

const textOf = ({ at, value }: SparkPoint) => `${at}: ${value ?? '—'}`;
const path = () => document.querySelector('.sl-spark path')?.getAttribute('d');

test('a line without known values shows that nothing is known', () => {
  render(<Sparkline label="Charge" points={[{ at: 0, value: null }]} textOf={textOf} />);
  expect(screen.getByText('—')).toBeTruthy();
  expect(document.querySelector('path')).toBeNull();
});

test('a line of one value is a dot', () => {
  render(<Sparkline label="Charge" points={[{ at: 5, value: 50 }]} range={[0, 100]} textOf={textOf} />);
  expect(path()).toBe('M0.0 50.0h0');
});

test('unknown values interrupt the line and read "—"', async () => {
  const points = [0, 1, 2, 3, 4].map((at) => ({ at, value: at === 2 ? null : at * 10 }));
  render(<Sparkline label="Charge" points={points} textOf={textOf} />);
  expect(path()?.match(/M/g)).toHaveLength(2);
  await userEvent.tab();
  expect(tip()).toBe('4: 40');
  await userEvent.keyboard('{ArrowLeft}{ArrowLeft}');
  expect(tip()).toBe('2: —');
});

test('the pointer shows the value of the nearest point', () => {
  render(
    <Sparkline
      label="Charge"
      points={[
        { at: 0, value: 1 },
        { at: 100, value: 2 },
      ]}
      textOf={textOf}
    />,
  );
  const chart = screen.getByRole('img', { name: 'Charge' });
  chart.getBoundingClientRect = () => new DOMRect(0, 0, 200, 20);
  fireEvent.pointerMove(chart, { clientX: 150 });
  expect(tip()).toBe('100: 2');
  fireEvent.pointerLeave(chart);
  expect(tip()).toBeUndefined();
});

test('a silence longer than the gap interrupts the line', () => {
  const points = [0, 10, 50].map((at) => ({ at, value: 1 }));
  expect(linesOf(points, 20).map((line) => line.map(({ at }) => at))).toEqual([[0, 10], [50]]);
});

test('a row of a list of bars is pressed by its name; an unknown value has no bar', async () => {
  const press = vi.fn<(key: string) => void>();
  const rows = [
    { key: 'a', name: 'Lobby', share: 1, value: '9' },
    { key: 'b', name: 'Hall', share: null, value: '—', fixed: true },
  ];
  render(<BarList label="Places" rows={rows} chosen="a" onPress={press} />);
  expect(document.querySelectorAll('.sl-bar-list b')).toHaveLength(1);
  const lobby = screen.getByRole('button', { name: /Lobby/, pressed: true });
  await userEvent.click(lobby);
  expect(press).toHaveBeenCalledWith('a');
  expect(screen.queryByRole('button', { name: /Hall/ })).toBeNull();
});

test('lines of an axis in bytes have round labels', () => {
  const mb = 1024 ** 2;
  expect(byteStep(125e6, 2)).toBe(100 * mb);
  expect(byteStep(3 * mb, 2)).toBe(2 * mb);
  expect(byteStep(0, 2)).toBe(1);
});
