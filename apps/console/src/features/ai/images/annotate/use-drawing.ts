import type { AiClass } from '@sweepline/contract';
import { useState } from 'react';
import {
  boxOf,
  clamp,
  tileAt,
  withImageClass,
  withRing,
  withTile,
  type Corner,
  type Tool,
} from './drawing-rules.ts';
import type { Labels } from './use-labels.ts';

const middle: Corner = [0.5, 0.5];

/** What a person draws now: tool, class, the corners set so far, and the pointer that arrow keys move. */
export function useDrawing({ shapes, act }: Labels, classes: readonly AiClass[]) {
  const [tool, setTool] = useState<Tool>('BOX');
  const [chosenClass, setClass] = useState(classes[0]?.id ?? '');
  const [corners, setCorners] = useState<readonly Corner[]>([]);
  const [pointer, setPointer] = useState<Corner>(middle);
  const [chosenId, setChosen] = useState<string | null>(null);
  const classId = classes.some(({ id }) => id === chosenClass) ? chosenClass : (classes[0]?.id ?? '');

  const drawBox = (a: Corner, b: Corner) => {
    const box = boxOf(classId, a, b);
    setCorners([]);
    if (box) act([...shapes, box]);
  };
  const setCorner = (corner: Corner) => {
    if (classId === '') return;
    if (tool === 'TILES') return act(withTile(shapes, classId, tileAt(corner)));
    if (tool === 'POLYGON') return setCorners([...corners, corner]);
    if (tool !== 'BOX') return;
    const [first] = corners;
    if (first) drawBox(first, corner);
    else setCorners([corner]);
  };
  /** Ends what is drawn: closes a polygon, or marks the whole image. False if there is nothing to end. */
  const finish = (): boolean => {
    if (tool === 'IMAGE' && classId !== '') act(withImageClass(shapes, classId));
    else if (tool === 'POLYGON' && corners.length >= 3) {
      act(withRing(shapes, classId, [...corners], chosenId));
      setCorners([]);
    } else return false;
    return true;
  };
  return {
    tool,
    classId,
    corners,
    pointer,
    chosenId,
    setPointer,
    setCorner,
    drawBox,
    finish,
    choose: setChosen,
    chooseTool: (next: Tool) => {
      setTool(next);
      setCorners([]);
    },
    /** Chooses a class; that of a chosen mark changes with it. */
    chooseClass: (id: string) => {
      setClass(id);
      const chosen = shapes.find((it) => it.id === chosenId);
      if (tool === 'SELECT' && chosen && chosen.classId !== id)
        act(shapes.map((it) => (it === chosen ? { ...chosen, classId: id } : it)));
    },
    move: (dx: number, dy: number) => setPointer(([x, y]) => [clamp(x + dx), clamp(y + dy)]),
    cancel: (): boolean => {
      const isDrawing = corners.length > 0 || chosenId !== null;
      setCorners([]);
      setChosen(null);
      return isDrawing;
    },
    removeChosen: (): boolean => {
      if (shapes.every(({ id }) => id !== chosenId)) return false;
      act(shapes.filter(({ id }) => id !== chosenId));
      setChosen(null);
      return true;
    },
  };
}
export type Drawing = ReturnType<typeof useDrawing>;
