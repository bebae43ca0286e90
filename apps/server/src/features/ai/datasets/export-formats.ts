import type { AiClass, AiDatasetPart, AiShape } from '@sweepline/contract';

export interface ExportedImage {
  id: string;
  part: AiDatasetPart;
  width: number;
  height: number;
  shapes: readonly AiShape[];
}
interface TextFile {
  name: string;
  text: string;
}
type Corner = readonly [number, number];

const rectangle = ([left, top]: Corner, [right, bottom]: Corner): Corner[] => [
  [left, top],
  [right, top],
  [right, bottom],
  [left, bottom],
];

/** The outlines of a mark; the whole image is its own outline. */
function outlinesOf(shape: AiShape): (readonly Corner[])[] {
  if (shape.kind === 'IMAGE') return [rectangle([0, 0], [1, 1])];
  if (shape.kind === 'BOX') return [rectangle(shape.from, shape.to)];
  if (shape.kind === 'POLYGON') return [shape.ring];
  const { columns, rows } = shape;
  return shape.tiles.map((tile) => {
    const [column, row] = [tile % columns, Math.floor(tile / columns)];
    return rectangle([column / columns, row / rows], [(column + 1) / columns, (row + 1) / rows]);
  });
}

function isInside(ring: readonly Corner[], x: number, y: number): boolean {
  let inside = false;
  for (const [at, a] of ring.entries()) {
    const b = ring[(at + 1) % ring.length]!;
    if (a[1] > y !== b[1] > y && x < ((b[0] - a[0]) * (y - a[1])) / (b[1] - a[1]) + a[0]) inside = !inside;
  }
  return inside;
}

/** Run lengths of the pixels outside and inside in turn, column by column, as COCO stores an area with holes. */
function runLengths(rings: readonly (readonly Corner[])[], width: number, height: number): number[] {
  const counts: number[] = [];
  let [present, length] = [false, 0];
  for (let column = 0; column < width; column++)
    for (let row = 0; row < height; row++) {
      const [x, y] = [(column + 0.5) / width, (row + 0.5) / height];
      const inside = rings.filter((ring) => isInside(ring, x, y)).length % 2 === 1;
      if (inside !== present) {
        counts.push(length);
        [present, length] = [inside, 0];
      }
      length += 1;
    }
  return [...counts, length];
}

const areaOf = (ring: readonly Corner[]) =>
  Math.abs(
    ring.reduce((sum, [x, y], at) => {
      const [nextX, nextY] = ring[(at + 1) % ring.length]!;
      return sum + x * nextY - nextX * y;
    }, 0),
  ) / 2;

function annotationOf(shape: AiShape, { width, height }: ExportedImage) {
  const outlines = outlinesOf(shape);
  const all = outlines.flat();
  const [left, top] = [Math.min(...all.map(([x]) => x)) * width, Math.min(...all.map(([, y]) => y)) * height];
  const [right, bottom] = [
    Math.max(...all.map(([x]) => x)) * width,
    Math.max(...all.map(([, y]) => y)) * height,
  ];
  const holes = shape.kind === 'POLYGON' ? shape.holes : [];
  const area = [...outlines.map(areaOf), ...holes.map((hole) => -areaOf(hole))].reduce(
    (sum, it) => sum + it,
    0,
  );
  const segmentation =
    holes.length > 0
      ? { counts: runLengths([...outlines, ...holes], width, height), size: [height, width] }
      : outlines.map((ring) => ring.flatMap(([x, y]) => [x * width, y * height]));
  const bbox = [left, top, right - left, bottom - top];
  return { segmentation, area: area * width * height, bbox, iscrowd: 0 };
}

/** The labels of one part as COCO; areas with holes are run lengths. */
export function cocoOf(
  part: AiDatasetPart,
  classes: readonly AiClass[],
  all: readonly ExportedImage[],
): TextFile {
  const images = all.filter((image) => image.part === part);
  const categoryOf = new Map(classes.map(({ id }, at) => [id, at + 1]));
  const annotations = images.flatMap((image, at) =>
    image.shapes.map((shape) => ({
      image_id: at + 1,
      category_id: categoryOf.get(shape.classId),
      ...annotationOf(shape, image),
    })),
  );
  const text = JSON.stringify({
    images: images.map(({ id, width, height }, at) => ({
      id: at + 1,
      file_name: `${id}.jpg`,
      width,
      height,
    })),
    categories: classes.map(({ name }, at) => ({ id: at + 1, name })),
    annotations: annotations.map((annotation, at) => ({ id: at + 1, ...annotation })),
  });
  return { name: `annotations/${part.toLowerCase()}.json`, text };
}

const rounded = (value: number) => Number(value.toFixed(6));

/** The labels as rows of YOLO, one outline each. Holes are counted: a row cannot hold them. */
export function yoloOf(
  classes: readonly AiClass[],
  images: readonly ExportedImage[],
): { holes: number; texts: TextFile[] } {
  const numberOf = new Map(classes.map(({ id }, at) => [id, at]));
  const rowsOf = (shape: AiShape) =>
    outlinesOf(shape).map((ring) => [numberOf.get(shape.classId), ...ring.flat().map(rounded)].join(' '));
  const texts = images.map(({ id, part, shapes }) => ({
    name: `labels/${part.toLowerCase()}/${id}.txt`,
    text: `${shapes.flatMap(rowsOf).join('\n')}\n`,
  }));
  const names = classes.map(({ name }, at) => `  ${at}: ${JSON.stringify(name)}`).join('\n');
  const yaml = `path: .\ntrain: images/train\nval: images/validation\ntest: images/test\nnames:\n${names}\n`;
  const holes = images
    .flatMap(({ shapes }) => shapes)
    .reduce((sum, shape) => sum + (shape.kind === 'POLYGON' ? shape.holes.length : 0), 0);
  return { holes, texts: [{ name: 'data.yaml', text: yaml }, ...texts] };
}
