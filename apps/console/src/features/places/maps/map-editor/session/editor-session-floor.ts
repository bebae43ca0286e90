import { mapDraftCalls, type MapElements } from '@sweepline/contract';
import {
  checkElements,
  paintStrokes,
  type Finding,
  type Grid,
  type Raster,
  type Stroke,
} from '@sweepline/map-core';
import { send } from '../../../../../kit/api/api.ts';
import { createFloor, type EditorFloor } from '../editor-floor.ts';

/** The floor of a session: its cells with the painted strokes, the checks that need it, and its repaired picture. */
export class SessionFloor {
  #floor: EditorFloor | undefined;
  #file: string | undefined;
  #cells: { opened: Uint8Array; grid: Grid; painted: readonly Stroke[] } | undefined;
  /** The picture with all strokes up to one moment, as it was sent. */
  #sent: { strokes: readonly Stroke[]; file: string } | undefined;

  /** Reads the grey picture of a stored file; `ready` receives the cells, or undefined when they cannot be read. */
  show(file: string, picture: Blob, raster: Raster, ready: (grid: Grid | undefined) => void) {
    // The user left the page and came back: the floor is still loaded.
    if (this.#file === file) return;
    this.#file = file;
    this.#floor?.close();
    this.#cells = undefined;
    this.#sent = undefined;
    this.#floor = createFloor(picture, raster);
    void this.#floor.cells.then(
      (opened) => {
        if (opened.length === 0) return ready(undefined);
        const grid = { ...raster, cells: opened.slice() };
        this.#cells = { opened, grid, painted: [] };
        ready(grid);
      },
      () => ready(undefined),
    );
  }

  /** Updates the cells used for snapping, from the last stroke on when strokes were only added. */
  paint(strokes: readonly Stroke[]) {
    if (!this.#cells) return;
    const { opened, grid, painted } = this.#cells;
    const isExtended = painted.every((stroke, i) => stroke === strokes[i]);
    if (!isExtended) grid.cells.set(opened);
    paintStrokes(grid.cells, isExtended ? strokes.slice(painted.length) : strokes);
    this.#cells = { opened, grid, painted: strokes };
  }

  /** The findings of a drawing; checks of a single shape need no floor. */
  check(elements: MapElements, strokes: readonly Stroke[], raster: Raster): Promise<readonly Finding[]> {
    return this.#floor?.check(elements, strokes) ?? Promise.resolve(checkElements(elements, raster));
  }

  /** Stores the picture with these strokes on the server; the same strokes are sent once. */
  async fileOf(mapId: string, strokes: readonly Stroke[]): Promise<string> {
    if (this.#sent?.strokes === strokes) return this.#sent.file;
    if (!this.#floor) throw new Error('the floor is not there yet');
    const grid = await this.#floor.encode(strokes);
    const { file } = await send(mapDraftCalls.ground, { mapId }, { quiet: true, files: { grid } });
    this.#sent = { strokes, file };
    return file;
  }

  close() {
    this.#floor?.close();
  }
}
