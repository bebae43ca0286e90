import type { Editor, Point, Raster, Shapes } from '@sweepline/map-core';
import type { Robots } from '../paint/robots.ts';
import type { Heat } from '../layers/heat.ts';
import type { Trace } from '../paint/trace.ts';

/** The content of the stage. A page sets it through React; poses and path points bypass React. */
export interface Scene {
  raster: Raster;
  shapes: Shapes;
  editor: Editor | undefined;
  robots: Robots | undefined;
  trace: Trace | undefined;
  heat: Heat | undefined;
  /** The moment of the trace to show; undefined shows its end. */
  replay: { at: number; name: string } | undefined;
  /** The selected shape or robot. */
  selected: string | undefined;
  /** Highlighted zones. */
  marked: ReadonlySet<string> | undefined;
  /** The place a robot is to be sent to. */
  target: Point | undefined;
  visible: { shapes: boolean; coverage: boolean; way: boolean };
}

/** The three canvases, bottom to top. */
export interface Canvases {
  floor: HTMLCanvasElement;
  shapes: HTMLCanvasElement;
  touch: HTMLCanvasElement;
}
