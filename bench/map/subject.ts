/** One implementation of the map with user actions in CSS pixels. A call may paint at once or on the next frame. */
export interface Subject {
  /** Centres the map at a scale in pixels per metre. */
  look: (scale: number) => void;
  pan: (right: number, down: number) => void;
  zoom: (factor: number) => void;
  grab: () => void;
  /** Moves the grabbed element to an offset from its start. */
  drag: (right: number, down: number) => void;
  drop: () => void;
  undo: () => void;
  redo: () => void;
  /** The current state, to check that the timed steps had an effect. */
  state: () => {
    view: { x: number; y: number; scale: number };
    /** The first corner of the dragged element. */
    corner: { x: number; y: number };
  };
  close: () => void;
}
