import { shapesById, type Zone } from '@sweepline/map-core';
import { expect, test } from 'vitest';
import { actsBetween, rebased } from './zone-acts.ts';

const square = (id: string, at = 0, name = id): Zone => ({
  id,
  kind: 'zone',
  type: 'CLEAN',
  name,
  points: [
    { x: at, y: 0 },
    { x: at + 1, y: 0 },
    { x: at + 1, y: 1 },
    { x: at, y: 1 },
  ],
});
const kindsOf = (...args: Parameters<typeof actsBetween>) =>
  actsBetween(...args).map(({ kind, zone }) => `${kind} ${zone.id}`);

test('a new, a changed and a missing zone are one act each, removals first', () => {
  const [a, b] = [square('a'), square('b')];
  expect(kindsOf(shapesById([a, b]), shapesById([square('b', 3), square('c')]))).toEqual([
    'remove a',
    'update b',
    'add c',
  ]);
});

test('a zone that came back to where it was needs nothing', () => {
  expect(actsBetween(shapesById([square('a')]), shapesById([square('a')]))).toEqual([]);
});

test('corners are sent counter-clockwise', () => {
  const drawn = { ...square('a'), points: square('a').points.toReversed() };
  const [act] = actsBetween(shapesById([]), shapesById([drawn]));
  expect(act?.kind === 'add' && act.zone.points).toEqual(square('a').points);
});

test('what was drawn stays over what somebody else saved meanwhile', () => {
  const base = shapesById([square('a'), square('b'), square('c')]);
  const drawn = shapesById([square('a', 5), square('b'), square('new')]);
  const theirs = shapesById([square('a', 9), square('b', 9), square('c'), square('d')]);
  const merged = rebased(base, drawn, theirs);
  expect([...merged.keys()].sort()).toEqual(['a', 'b', 'd', 'new']);
  expect(merged.get('a')).toEqual(square('a', 5));
  expect(merged.get('b')).toEqual(square('b', 9));
});
