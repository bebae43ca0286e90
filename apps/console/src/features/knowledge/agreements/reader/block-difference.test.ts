import { expect, test } from 'vitest';
import { blockDifference, blocksOf } from './block-difference.ts';

test('paragraphs, headings and entries of lists are the blocks of a text', () => {
  const html = '<h2>Use</h2><p>One  <b>line</b>.</p><ul><li><p>First</p></li><li>Second</li></ul><p></p>';
  expect(blocksOf(html)).toEqual(['Use', 'One line.', 'First', 'Second']);
});

test('what both texts have in order stays, the rest was removed or added', () => {
  expect(blockDifference(['a', 'b', 'c'], ['a', 'x', 'c', 'd'])).toMatchObject([
    { kind: 'SAME', text: 'a' },
    { kind: 'REMOVED', text: 'b' },
    { kind: 'ADDED', text: 'x' },
    { kind: 'SAME', text: 'c' },
    { kind: 'ADDED', text: 'd' },
  ]);
  expect(blockDifference([], ['a'])).toMatchObject([{ kind: 'ADDED', text: 'a' }]);
  expect(blockDifference(['a'], [])).toMatchObject([{ kind: 'REMOVED', text: 'a' }]);
});
