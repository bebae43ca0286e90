import { mapDraftCalls, fieldReason } from '@sweepline/contract';
import { openEditor, shapesOf, undo, type Editor } from '@sweepline/map-core';
import { fireEvent, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, expect, test } from 'vitest';
import { fakeServer, Refused, renderPage } from '../../../../test-kit/index.ts';
import { aMap } from '../map-page/a-map.ts';
import { ImportPointsDialog } from './import-points-dialog.tsx';

const { id: mapId } = aMap();
const point = (id: string, x: number, type: 'NAVIGATION' | 'CHARGING' = 'NAVIGATION') => ({
  id,
  type,
  name: id,
  x,
  y: 5,
  theta: 0,
});
const map = { minX: 0, minY: 0, maxX: 40, maxY: 30 };

let server: ReturnType<typeof fakeServer>;
let editor: Editor;
beforeEach(() => {
  server = fakeServer();
  editor = openEditor(shapesOf({ points: [point('known', 3)] }), { map });
});

const open = () =>
  renderPage(
    <ImportPointsDialog
      mapId={mapId}
      editor={editor}
      edit={(change) => {
        editor = change(editor);
      }}
      onClose={() => {}}
    />,
  );
const choose = () => {
  const input = document.querySelector('[data-slot=lif]');
  const file = new File(['{}'], 'plant.lif.json', { type: 'application/json' });
  fireEvent.change(input!, { target: { files: [file] } });
};

test('the points of a file are previewed before they are added, and adding them is one undo step', async () => {
  server.on(mapDraftCalls.readPoints, () => ({
    layout: 'Ground floor',
    layouts: 2,
    points: [point('known', 3), point('a', 10), point('dock', 12, 'CHARGING'), point('away', 90)],
  }));
  open();
  choose();
  expect(await screen.findByText('3 new points in plant.lif.json')).toBeTruthy();
  expect(screen.getByText('The file has 2 layouts; taken is Ground floor.')).toBeTruthy();
  expect(screen.getByText('1 point is on the map already and stays as it is.')).toBeTruthy();
  expect(screen.getByText('1 point is outside the map. Is it the right map?')).toBeTruthy();
  expect(editor.shapes.size).toBe(1);
  await userEvent.click(screen.getByText('Add 3 points'));
  expect([...editor.shapes.keys()].toSorted()).toEqual(['a', 'away', 'dock', 'known']);
  expect([...undo(editor).shapes.keys()]).toEqual(['known']);
});

test('an invalid file reports its error and place and adds nothing', async () => {
  server.on(mapDraftCalls.readPoints, () => {
    throw new Refused('mapFile', { lif: fieldReason('LIF_NODE', { place: 'nodes.1' }) });
  });
  open();
  choose();
  expect((await screen.findByRole('alert')).textContent).toBe('The node at nodes.1 cannot be read');
  expect(screen.getByText('Add 0 points').closest('button')?.disabled).toBe(true);
});
