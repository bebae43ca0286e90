import type { Editor, Pointer } from '@sweepline/map-core';
import type { Stage } from './stage.ts';
import { panned, zoomedAt, type Spot } from './canvas/view.ts';

/** The user's gestures on the map, passed to the owner of the state. */
export interface GestureHandlers {
  /** The current editor; undefined in a read-only map. */
  editor: () => Editor | undefined;
  /** A pointer event of the editor; only called while there is an editor. */
  edit: (step: 'down' | 'move' | 'up' | 'cancel', pointer: Pointer) => void;
  /** A long press in an editor. */
  longPress: (pointer: Pointer) => void;
  /** A click in a read-only map. */
  click: (spot: Spot) => void;
  /** The place of the pointer; undefined when it has left. */
  hover: (spot: Spot | undefined) => void;
  /** Whether a press here grips a shape or handle, so that dragging moves it and not the map. */
  grips: (spot: Spot, touch: boolean) => boolean;
}

/** A press that moves less than this is a click, in pixels. */
const clickPx = 5;
/** A touch without movement for this long is a long press. */
const longPressMs = 500;
/** The hit radius of a mouse and of a finger, in pixels. */
const reachPx = { mouse: 9, pen: 12, touch: 20 };
const reachOf = ({ pointerType }: PointerEvent) =>
  pointerType === 'touch' ? reachPx.touch : pointerType === 'pen' ? reachPx.pen : reachPx.mouse;

/** Turns pointer and wheel events into panning, zooming, clicks and editing. */
export class Gestures {
  readonly #element: HTMLElement;
  readonly #stage: Stage;
  readonly #handlers: GestureHandlers;
  readonly #ended = new AbortController();
  readonly #fingers = new Map<number, Spot>();
  #mode: 'idle' | 'waiting' | 'panning' | 'editing' | 'pinching' = 'idle';
  #start: Spot = { left: 0, top: 0 };
  #last: Spot = this.#start;
  /** Space is down: the next drag moves the map, whatever is under it. */
  #space = false;
  #longPress: ReturnType<typeof setTimeout> | undefined;

  constructor(element: HTMLElement, stage: Stage, handlers: GestureHandlers) {
    this.#element = element;
    this.#stage = stage;
    this.#handlers = handlers;
    const { signal } = this.#ended;
    element.addEventListener('pointerdown', (event) => this.#press(event), { signal });
    element.addEventListener('pointermove', (event) => this.#drag(event), { signal });
    element.addEventListener('pointerup', (event) => this.#release(event), { signal });
    element.addEventListener('pointercancel', (event) => this.#abandon(event), { signal });
    element.addEventListener('pointerleave', () => handlers.hover(undefined), { signal });
    element.addEventListener('keydown', (event) => (this.#space = this.#space || event.key === ' '), {
      signal,
    });
    addEventListener('keyup', (event) => (this.#space = this.#space && event.key !== ' '), { signal });
    addEventListener('blur', () => (this.#space = false), { signal });
    // React adds wheel listeners as passive, and a passive listener cannot prevent the page from scrolling.
    element.addEventListener('wheel', (event) => this.#wheel(event), { signal, passive: false });
  }

  close() {
    clearTimeout(this.#longPress);
    this.#ended.abort();
  }

  #spotOf(event: MouseEvent): Spot {
    const { left, top } = this.#element.getBoundingClientRect();
    return { left: event.clientX - left, top: event.clientY - top };
  }

  #edit(step: Parameters<GestureHandlers['edit']>[0], event: PointerEvent) {
    this.#handlers.edit(step, this.#pointerOf(event));
  }

  #pointerOf(event: PointerEvent): Pointer {
    const { camera } = this.#stage;
    return {
      at: camera.placeAt(this.#spotOf(event)),
      reach: camera.metres(reachOf(event)),
      px: camera.metres(1),
      shift: event.shiftKey,
      free: event.altKey || event.ctrlKey || event.metaKey,
    };
  }

  #press(event: PointerEvent) {
    if (event.pointerType === 'mouse' && event.button === 2) return;
    this.#element.setPointerCapture(event.pointerId);
    this.#start = this.#last = this.#spotOf(event);
    this.#fingers.set(event.pointerId, this.#start);
    clearTimeout(this.#longPress);
    if (this.#fingers.size === 2) {
      // A second finger always moves the map and cancels the gesture of the first.
      if (this.#mode === 'editing') this.#edit('cancel', event);
      this.#mode = 'pinching';
    } else if (this.#fingers.size === 1) {
      const touch = event.pointerType === 'touch';
      const pans = event.button === 1 || this.#space;
      const isGrip = !pans && this.#handlers.grips(this.#start, touch);
      this.#mode = pans ? 'panning' : isGrip ? 'editing' : 'waiting';
      if (isGrip) this.#edit('down', event);
      if (touch) this.#waitForHold(event);
    }
  }

  #drag(event: PointerEvent) {
    const spot = this.#spotOf(event);
    const before = this.#fingers.get(event.pointerId);
    if (!before) {
      this.#handlers.hover(spot);
      if (this.#handlers.editor()?.draft) this.#edit('move', event);
      return;
    }
    this.#fingers.set(event.pointerId, spot);
    const moved = Math.hypot(spot.left - this.#start.left, spot.top - this.#start.top);
    if (moved > clickPx) clearTimeout(this.#longPress);
    if (this.#mode === 'waiting' && moved > clickPx) this.#mode = 'panning';
    if (this.#mode === 'editing') this.#edit('move', event);
    if (this.#mode === 'panning') this.#pan(spot);
    if (this.#mode === 'pinching') this.#pinch(event.pointerId, before, spot);
    this.#last = spot;
  }

  /** A long press adds the shape under it to the selection, like Shift with a mouse. */
  #waitForHold(event: PointerEvent) {
    const pointer = this.#pointerOf(event);
    this.#longPress = setTimeout(() => {
      if (!this.#handlers.editor() || this.#mode === 'pinching') return;
      if (this.#mode === 'editing') this.#edit('cancel', event);
      this.#mode = 'idle';
      this.#handlers.longPress(pointer);
    }, longPressMs);
  }

  #pan(spot: Spot) {
    const { camera } = this.#stage;
    camera.setView(panned(camera.view, spot.left - this.#last.left, spot.top - this.#last.top));
  }

  /** Two fingers: the map follows the moving finger, scaled about the other one. */
  #pinch(moved: number, before: Spot, now: Spot) {
    const rest = [...this.#fingers].find(([id]) => id !== moved)?.[1];
    if (!rest) return;
    const { camera } = this.#stage;
    const apart = (a: Spot, b: Spot) => Math.max(10, Math.hypot(a.left - b.left, a.top - b.top));
    const middle = { left: (now.left + rest.left) / 2, top: (now.top + rest.top) / 2 };
    const shifted = panned(camera.view, (now.left - before.left) / 2, (now.top - before.top) / 2);
    camera.setView(zoomedAt(shifted, camera.size, middle, apart(now, rest) / apart(before, rest)));
  }

  #release(event: PointerEvent) {
    clearTimeout(this.#longPress);
    if (!this.#fingers.delete(event.pointerId)) return;
    if (this.#mode === 'editing') this.#edit('up', event);
    else if (this.#mode === 'waiting' && this.#handlers.editor()) {
      // While drawing, a click sets a corner and a drag moves the map.
      this.#edit('down', event);
      this.#edit('up', event);
    } else if (this.#mode === 'waiting') this.#handlers.click(this.#start);
    // The remaining finger continues to move the map from its current place.
    const [stays] = this.#fingers.values();
    this.#last = stays ?? this.#last;
    this.#mode = stays ? 'panning' : 'idle';
  }

  #abandon(event: PointerEvent) {
    clearTimeout(this.#longPress);
    if (!this.#fingers.delete(event.pointerId)) return;
    if (this.#mode === 'editing') this.#edit('cancel', event);
    this.#mode = 'idle';
  }

  #wheel(event: WheelEvent) {
    event.preventDefault();
    const px = event.deltaY * (event.deltaMode === WheelEvent.DOM_DELTA_LINE ? 32 : 1);
    // A pinch on a touch pad arrives as a wheel event with Ctrl and small steps.
    const factor = Math.exp(-px * (event.ctrlKey ? 0.01 : 0.0016));
    const { camera } = this.#stage;
    camera.setView(
      zoomedAt(camera.view, camera.size, this.#spotOf(event), Math.min(2, Math.max(0.5, factor))),
    );
  }
}
