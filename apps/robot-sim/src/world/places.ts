import { counterClockwise, type Point } from '@sweepline/map-core';
import { cornersOf, type Rect } from './floor-drawing.ts';
import { noElements, type MapElements, type MapPolygon } from './world.ts';

const slug = (name: string) =>
  name
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '-')
    .replaceAll(/^-|-$/g, '');

/** Collects the named places of a floor. Ids are derived from names, so the same floor always has the same ids. */
export class Places {
  readonly elements: MapElements = noElements();

  #polygon(type: MapPolygon['type'], name: string, shape: Rect | readonly Point[]) {
    const points = typeof shape[0] === 'number' ? cornersOf(shape as Rect) : (shape as readonly Point[]);
    const id = `${type === 'CLEAN' ? 'area' : type.toLowerCase().replace('_', '-')}-${slug(name)}`;
    this.elements.polygons.push({ id, type, name, points: counterClockwise(points) });
    return this;
  }

  clean(name: string, shape: Rect | readonly Point[]) {
    return this.#polygon('CLEAN', name, shape);
  }

  noGo(name: string, shape: Rect | readonly Point[]) {
    return this.#polygon('NO_GO', name, shape);
  }

  carpet(name: string, shape: Rect | readonly Point[]) {
    return this.#polygon('CARPET', name, shape);
  }

  slow(name: string, shape: Rect | readonly Point[]) {
    return this.#polygon('SLOW', name, shape);
  }

  point(type: string, name: string, x: number, y: number, theta = 0) {
    this.elements.points.push({ id: slug(name), type, name, x, y, theta });
    return this;
  }

  /** A row of chargers; theta is the heading of a docked robot. */
  docks(first: Point, step: Point, count: number, theta: number) {
    for (let i = 0; i < count; i++) {
      this.point('CHARGING', `Dock ${i + 1}`, first.x + step.x * i, first.y + step.y * i, theta);
    }
    return this;
  }
}
