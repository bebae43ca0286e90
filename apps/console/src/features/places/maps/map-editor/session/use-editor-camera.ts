import {
  boxesJoined,
  boxGrown,
  boxOfShape,
  select,
  selectedShapes,
  type Editor,
  type Finding,
} from '@sweepline/map-core';
import { useCallback, useRef } from 'react';
import type { Camera } from '../../../../../map-view/canvas/camera.ts';
import { useInitialView } from '../../../../../map-view/use-initial-view.ts';
import { showShape } from '../show-shape.ts';

type Edit = (change: (editor: Editor) => Editor) => void;

/** The camera of the editor, and what moves it to a shape, a finding or the selection. */
export function useEditorCamera(
  editor: Editor,
  edit: Edit,
  initialBox: Parameters<typeof useInitialView>[0],
) {
  const camera = useRef<Camera>(null);
  const showInitialView = useInitialView(initialBox);
  const setCamera = useCallback(
    (next: Camera | null) => {
      camera.current = next;
      return showInitialView(next);
    },
    [showInitialView],
  );
  const find = (id: string) => {
    edit((now) => select(now, id));
    const shape = editor.shapes.get(id);
    if (shape) showShape(camera.current, shape);
  };
  const jump = ({ shapeIds, at }: Finding) => {
    edit((now) =>
      select(
        now,
        shapeIds.filter((id) => now.shapes.has(id)),
      ),
    );
    camera.current?.show(boxGrown({ minX: at.x, minY: at.y, maxX: at.x, maxY: at.y }, 3));
  };
  const showSelection = () => {
    const shapes = selectedShapes(editor);
    if (shapes.length > 0) camera.current?.show(boxGrown(boxesJoined(shapes.map(boxOfShape)), 1));
  };
  return { setCamera, viewOf: () => camera.current?.view, find, jump, showSelection };
}
