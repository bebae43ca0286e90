import {
  boxOfShape,
  changeBetween,
  type Box,
  type Change,
  type Shape,
  type Shapes,
} from '@sweepline/map-core';
import RBush from 'rbush';

interface Item extends Box {
  shape: Shape;
  order: number;
}

const paintOrder: Record<Shape['kind'], number> = {
  zone: 0,
  slope: 1,
  bump: 2,
  segment: 3,
  wall: 4,
  point: 5,
};

/** A spatial index of the shapes, so that only visible ones are painted. Changes are applied one by one. */
export class ShapeIndex {
  readonly #tree = new RBush<Item>();
  readonly #items = new Map<string, Item>();
  #shapes: Shapes = new Map();
  #next = 0;

  /** Sets the shapes and returns what changed. */
  update(shapes: Shapes): Change {
    if (shapes === this.#shapes) return new Map();
    const change = changeBetween(this.#shapes, shapes);
    this.#shapes = shapes;
    // Rebuilding the tree is cheaper than many single changes.
    if (change.size > 200) this.#rebuild(shapes);
    else for (const [id, { after }] of change) this.#replace(id, after);
    return change;
  }

  /** The shapes that touch the box, in the order they are painted. */
  within(box: Box): Shape[] {
    return this.#tree
      .search(box)
      .sort((a, b) => paintOrder[a.shape.kind] - paintOrder[b.shape.kind] || a.order - b.order)
      .map(({ shape }) => shape);
  }

  #replace(id: string, shape: Shape | undefined) {
    const old = this.#items.get(id);
    if (old) this.#tree.remove(old);
    this.#items.delete(id);
    if (!shape) return;
    const item = { ...boxOfShape(shape), shape, order: old?.order ?? this.#next++ };
    this.#items.set(id, item);
    this.#tree.insert(item);
  }

  #rebuild(shapes: Shapes) {
    this.#tree.clear();
    this.#items.clear();
    for (const [id, shape] of shapes)
      this.#items.set(id, { ...boxOfShape(shape), shape, order: this.#next++ });
    this.#tree.load([...this.#items.values()]);
  }
}
