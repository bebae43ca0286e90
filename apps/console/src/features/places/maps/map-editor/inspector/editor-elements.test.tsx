import { openEditor, type Shape } from '@sweepline/map-core';
import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test } from 'vitest';
import { renderPage } from '../../../../../test-kit/index.ts';
import { EditorElements } from './editor-elements.tsx';

const walls = Array.from({ length: 250 }, (_, n): Shape => ({
  id: `w${n}`,
  kind: 'wall',
  points: [
    { x: n, y: 0 },
    { x: n, y: 1 },
  ],
}));

test('every element can be reached in the list when many have no name', async () => {
  const found: string[] = [];
  renderPage(
    <EditorElements
      editor={openEditor(walls)}
      findings={[]}
      edit={() => {}}
      onFind={(id) => found.push(id)}
    />,
  );
  await userEvent.click(await screen.findByText('Virtual wall'));
  const rows = () => document.querySelectorAll('.maps-element');
  expect(rows()).toHaveLength(100);
  await userEvent.click(screen.getByText('Show 100 more'));
  await userEvent.click(screen.getByText('Show 50 more'));
  expect(rows()).toHaveLength(250);
  await userEvent.click(rows()[249]!);
  expect(found).toEqual(['w249']);
});
