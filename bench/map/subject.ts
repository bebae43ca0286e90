/** One way to show the map: what a person does to it, in CSS pixels. Each call may paint at once or on the next frame. */
export interface Subject {
  /** The middle of the map at so many pixels a metre. */
  look: (scale: number) => void;
  pan: (right: number, down: number) => void;
  zoom: (factor: number) => void;
  grab: () => void;
  /** How far the grabbed element is from where it was grabbed. */
  drag: (right: number, down: number) => void;
  drop: () => void;
  undo: () => void;
  redo: () => void;
  /** Where it has come to: proof that the steps that were timed did something. */
  state: () => {
    view: { x: number; y: number; scale: number };
    /** The first corner of the dragged element. */
    corner: { x: number; y: number };
  };
  close: () => void;
}
