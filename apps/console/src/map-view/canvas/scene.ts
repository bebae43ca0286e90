import type { Editor, Raster, Shapes } from '@sweepline/map-core';
import type { Robots } from '../paint/robots.ts';
import type { Heat } from '../layers/heat.ts';
import type { Trace } from '../paint/trace.ts';

/** What is on the stage; a page changes it through React, poses and ways come past it. */
export interface Scene {
  raster: Raster;
  shapes: Shapes;
  editor: Editor | undefined;
  robots: Robots | undefined;
  trace: Trace | undefined;
  heat: Heat | undefined;
  /** The moment of the trace to show; undefined shows its end. */
  replay: { at: number; name: string } | undefined;
  /** The chosen shape or robot. */
  selected: string | undefined;
  /** Zones set off from the others. */
  marked: ReadonlySet<string> | undefined;
  visible: { shapes: boolean; coverage: boolean; way: boolean };
}

/** The three canvases, bottom to top. */
export interface Canvases {
  floor: HTMLCanvasElement;
  shapes: HTMLCanvasElement;
  touch: HTMLCanvasElement;
}
