import type { Editor, Pointer } from '@sweepline/map-core';
import type { Stage } from './stage.ts';
import { panned, zoomedAt, type Spot } from './view.ts';

/** What a person does on the map, told to whoever keeps its state. */
export interface Hands {
  /** The editor as it is now; undefined while nothing is edited. */
  editor: () => Editor | undefined;
  /** A pointer event of the editor; only called while there is one. */
  edit: (step: 'down' | 'move' | 'up' | 'cancel', pointer: Pointer) => void;
  /** A press and release in one place, where nothing is edited. */
  click: (spot: Spot) => void;
  /** Where the pointer is; undefined when it has left. */
  hover: (spot: Spot | undefined) => void;
  /** Whether pressing here takes hold of something, so that dragging moves it and not the map. */
  takesHold: (spot: Spot) => boolean;
}

/** A press that moves less than this is a click. */
const clickPx = 5;
/** How near counts as touching, for a mouse and for a finger. */
const reachPx = { mouse: 9, pen: 12, touch: 20 };

type Mode = 'idle' | 'waiting' | 'panning' | 'editing' | 'pinching';

/** Turns pointers and the wheel into panning, zooming, clicks and editing. Answers how to stop listening. */
export function listenToHands(element: HTMLElement, stage: Stage, hands: Hands): () => void {
  const fingers = new Map<number, Spot>();
  let mode: Mode = 'idle';
  let start: Spot = { left: 0, top: 0 };
  let last: Spot = start;

  const spotOf = (event: MouseEvent): Spot => {
    const { left, top } = element.getBoundingClientRect();
    return { left: event.clientX - left, top: event.clientY - top };
  };
  const pointerOf = (event: PointerEvent): Pointer => {
    const px =
      event.pointerType === 'touch'
        ? reachPx.touch
        : event.pointerType === 'pen'
          ? reachPx.pen
          : reachPx.mouse;
    return { at: stage.camera.placeAt(spotOf(event)), reach: stage.camera.metres(px) };
  };

  const press = (event: PointerEvent) => {
    if (event.pointerType === 'mouse' && event.button === 2) return;
    element.setPointerCapture(event.pointerId);
    start = last = spotOf(event);
    fingers.set(event.pointerId, start);
    if (fingers.size === 2) {
      if (mode === 'editing') hands.edit('cancel', pointerOf(event));
      mode = 'pinching';
    } else if (fingers.size === 1) {
      mode = event.button === 1 ? 'panning' : hands.takesHold(start) ? 'editing' : 'waiting';
      if (mode === 'editing') hands.edit('down', pointerOf(event));
    }
  };

  const drag = (event: PointerEvent) => {
    const spot = spotOf(event);
    const before = fingers.get(event.pointerId);
    if (!before) {
      hands.hover(spot);
      if (hands.editor()?.draft) hands.edit('move', pointerOf(event));
      return;
    }
    fingers.set(event.pointerId, spot);
    if (mode === 'waiting' && Math.hypot(spot.left - start.left, spot.top - start.top) > clickPx)
      mode = 'panning';
    if (mode === 'editing') hands.edit('move', pointerOf(event));
    if (mode === 'panning')
      stage.camera.look(panned(stage.camera.view, spot.left - last.left, spot.top - last.top));
    if (mode === 'pinching') pinch(event.pointerId, before, spot);
    last = spot;
  };

  /** Two fingers: the map follows the one that moved, about the other one. */
  const pinch = (moved: number, before: Spot, now: Spot) => {
    const rest = [...fingers].find(([id]) => id !== moved)?.[1];
    if (!rest) return;
    const { camera } = stage;
    const apart = (a: Spot, b: Spot) => Math.max(10, Math.hypot(a.left - b.left, a.top - b.top));
    const middle = { left: (now.left + rest.left) / 2, top: (now.top + rest.top) / 2 };
    const shifted = panned(camera.view, (now.left - before.left) / 2, (now.top - before.top) / 2);
    camera.look(zoomedAt(shifted, camera.size, middle, apart(now, rest) / apart(before, rest)));
  };

  const release = (event: PointerEvent) => {
    if (!fingers.delete(event.pointerId)) return;
    if (mode === 'editing') hands.edit('up', pointerOf(event));
    // While drawing, a click sets a corner and a drag moves the map under the drawing.
    else if (mode === 'waiting' && hands.editor()) {
      hands.edit('down', pointerOf(event));
      hands.edit('up', pointerOf(event));
    } else if (mode === 'waiting') hands.click(start);
    mode = fingers.size === 0 ? 'idle' : mode === 'pinching' ? 'panning' : mode;
    last = [...fingers.values()][0] ?? last;
  };

  const abandon = (event: PointerEvent) => {
    if (!fingers.delete(event.pointerId)) return;
    if (mode === 'editing') hands.edit('cancel', pointerOf(event));
    mode = 'idle';
  };

  const wheel = (event: WheelEvent) => {
    event.preventDefault();
    const px = event.deltaY * (event.deltaMode === WheelEvent.DOM_DELTA_LINE ? 32 : 1);
    // A pinch on a touch pad comes as a wheel with Ctrl and small steps.
    const factor = Math.exp(-px * (event.ctrlKey ? 0.01 : 0.0016));
    const { camera } = stage;
    camera.look(zoomedAt(camera.view, camera.size, spotOf(event), Math.min(2, Math.max(0.5, factor))));
  };

  const leave = () => hands.hover(undefined);
  const listeners = {
    pointerdown: press,
    pointermove: drag,
    pointerup: release,
    pointercancel: abandon,
    pointerleave: leave,
  };
  const entries = Object.entries(listeners) as [keyof typeof listeners, (event: PointerEvent) => void][];
  entries.forEach(([name, listener]) => element.addEventListener(name, listener));
  // React listens to wheels passively, and a passive listener cannot keep the page from scrolling.
  element.addEventListener('wheel', wheel, { passive: false });
  return () => {
    entries.forEach(([name, listener]) => element.removeEventListener(name, listener));
    element.removeEventListener('wheel', wheel);
  };
}
