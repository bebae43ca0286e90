import { act, render, screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { createSource, createStore } from './store.ts';

test('a store has the value of the last set and calls its subscribers until they unsubscribe', () => {
  const store = createStore(1);
  const values: number[] = [];
  const unsubscribe = store.subscribe(() => values.push(store.get()));
  expect(store.get()).toBe(1);
  store.set(2);
  unsubscribe();
  store.set(3);
  expect(values).toEqual([2]);
  expect(store.get()).toBe(3);
});

test('a component that uses a store is rendered again after a set', () => {
  const store = createStore('first');
  const Value = () => <p>{store.use()}</p>;
  render(<Value />);
  screen.getByText('first');
  act(() => store.set('second'));
  screen.getByText('second');
});

test('a source is connected once while at least one component uses it', () => {
  let value = 'before';
  let connections = 0;
  let emit = () => {};
  const source = createSource(
    () => value,
    (changed) => {
      connections += 1;
      emit = changed;
      return () => (connections -= 1);
    },
  );
  const Value = () => <p>{source.use()}</p>;
  const first = render(<Value />);
  const second = render(<Value />);
  expect(connections).toBe(1);
  value = 'after';
  act(() => emit());
  expect(screen.getAllByText('after')).toHaveLength(2);
  first.unmount();
  expect(connections).toBe(1);
  second.unmount();
  expect(connections).toBe(0);
});
