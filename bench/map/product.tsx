import { boxOfRaster, openEditor, type Editor, type Shape } from '@sweepline/map-core';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { useEffect, useReducer } from 'react';
import { createRoot } from 'react-dom/client';
import type { Camera } from '../../apps/console/src/map-view/canvas/camera.ts';
import { MapView } from '../../apps/console/src/map-view/map-view.tsx';
import type { Subject } from './subject.ts';
import { cornerOf, dragged, raster } from './world.ts';

/** The map component of the product, driven by pointer events. */
export async function product(stand: HTMLElement, picture: Blob, shapes: readonly Shape[]): Promise<Subject> {
  stand.replaceChildren();
  const root = createRoot(stand);
  let editor = openEditor([]);
  const camera = await new Promise<Camera>((ready) => {
    root.render(
      <QueryClientProvider client={new QueryClient()}>
        <Bench picture={picture} shapes={shapes} ready={ready} onEditor={(now) => (editor = now)} />
      </QueryClientProvider>,
    );
  });
  const element = stand.querySelector<HTMLElement>('.sl-map-canvas')!;
  // A synthetic pointer cannot be captured.
  element.setPointerCapture = () => {};
  const { left, top } = element.getBoundingClientRect();
  const [x, y] = [left + element.clientWidth / 2, top + element.clientHeight / 2];
  const pointer = (type: string, right = 0, down = 0, button = 0) =>
    element.dispatchEvent(
      new PointerEvent(type, {
        pointerId: 1,
        pointerType: 'mouse',
        button,
        clientX: x + right,
        clientY: y + down,
      }),
    );
  const key = (init: KeyboardEventInit) =>
    element.dispatchEvent(new KeyboardEvent('keydown', { ctrlKey: true, ...init }));
  return {
    look: (scale) => camera.setView({ x: 100, y: 100, scale }),
    pan: (right, down) => {
      // The middle button always pans the map.
      pointer('pointerdown', 0, 0, 1);
      pointer('pointermove', right, down);
      pointer('pointerup', right, down);
    },
    zoom: (factor) =>
      element.dispatchEvent(
        new WheelEvent('wheel', {
          deltaY: -Math.log(factor) / 0.0016,
          clientX: x,
          clientY: y,
          cancelable: true,
        }),
      ),
    grab: () => pointer('pointerdown'),
    drag: (right, down) => pointer('pointermove', right, down),
    drop: () => pointer('pointerup'),
    undo: () => key({ key: 'z' }),
    redo: () => key({ key: 'y' }),
    state: () => ({ view: camera.view, corner: cornerOf(editor.shapes.get(dragged.id)) }),
    close: () => root.unmount(),
  };
}

interface Props {
  picture: Blob;
  shapes: readonly Shape[];
  ready: (camera: Camera) => void;
  onEditor: (editor: Editor) => void;
}

function Bench({ picture, shapes, ready, onEditor }: Props) {
  const [editor, edit] = useReducer(
    (now: Editor, change: (editor: Editor) => Editor) => change(now),
    undefined,
    () => openEditor(shapes, { map: boxOfRaster(raster) }),
  );
  useEffect(() => void onEditor(editor), [editor, onEditor]);
  return (
    <MapView
      label="Bench"
      ground={{ ...raster, picture }}
      editor={editor}
      onEdit={edit}
      camera={(camera) => void (camera && ready(camera))}
    />
  );
}
