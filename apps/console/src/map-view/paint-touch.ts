import {
  canClose,
  draftFault,
  edgeMiddles,
  handlesOf,
  shapeFault,
  type Editor,
  type Point,
  type Shape,
  type Zone,
} from '@sweepline/map-core';
import { css, type Palette } from './colours.ts';
import type { Frame } from './layer.ts';
import { paintShapes, trace, type Look } from './paint-shapes.ts';
import { toSpot } from './view.ts';
import type { WayPoint } from './way.ts';

/** The last stretch of a working robot's way, brighter towards the robot. */
export function paintTail(frame: Frame, points: readonly WayPoint[], palette: Palette) {
  const { context, view, size } = frame;
  const [first, last] = [points[0], points.at(-1)];
  if (!first || !last || points.length < 2) return;
  const spots = points.map((p) => toSpot(view, size, p));
  context.lineCap = context.lineJoin = 'round';
  context.lineWidth = 3;
  // A few bands instead of one stroke a point: the fade looks the same.
  const bands = 8;
  for (let band = 0; band < bands; band++) {
    const from = Math.floor((band * (spots.length - 1)) / bands);
    const to = Math.floor(((band + 1) * (spots.length - 1)) / bands);
    if (from === to) continue;
    context.beginPath();
    spots
      .slice(from, to + 1)
      .forEach(({ left, top }, i) => (i === 0 ? context.moveTo(left, top) : context.lineTo(left, top)));
    context.strokeStyle = css(palette.brand, ((band + 1) / bands) * 0.75);
    context.stroke();
  }
}

/** The shape a person has chosen, with a rim; red when it could not be saved. */
export function paintChosen(frame: Frame, shape: Shape, { palette }: Look) {
  const { context, view, size } = frame;
  context.beginPath();
  if (shape.kind === 'point') {
    const { left, top } = toSpot(view, size, shape);
    context.arc(left, top, 15, 0, 2 * Math.PI);
  } else trace(frame, shape.points, shape.kind === 'zone');
  context.lineJoin = context.lineCap = 'round';
  context.lineWidth = 5;
  context.strokeStyle = css(palette.brand, 0.3);
  context.stroke();
  context.lineWidth = 2;
  context.strokeStyle = css(palette.brand);
  context.stroke();
}

/** A zone set off from the others: filled, and with a firm rim. */
export function paintMarked(frame: Frame, zone: Zone, { palette }: Look) {
  const { context } = frame;
  context.beginPath();
  trace(frame, zone.points, true);
  context.fillStyle = css(palette.brand, 0.16);
  context.fill();
  context.lineJoin = 'round';
  context.lineWidth = 2;
  context.strokeStyle = css(palette.brand);
  context.stroke();
}

/** Everything of an editor that follows the pointer: the shape under it, its handles, the outline being drawn. */
export function paintEditing(frame: Frame, editor: Editor, look: Look) {
  const chosen = editor.selected === undefined ? undefined : editor.shapes.get(editor.selected);
  if (chosen) {
    if (editor.gesture) paintShapes(frame, [chosen], look);
    paintChosen(frame, chosen, look);
    if (shapeFault(chosen, editor.settings.map)) paintFaulty(frame, chosen, look.palette);
    paintHandles(frame, chosen, editor.corner, look.palette);
  }
  if (editor.draft) paintDraft(frame, editor, look.palette);
}

function paintFaulty(frame: Frame, shape: Shape, palette: Palette) {
  if (shape.kind === 'point') return;
  const { context } = frame;
  context.beginPath();
  trace(frame, shape.points, shape.kind === 'zone');
  context.setLineDash([6, 4]);
  context.lineWidth = 2;
  context.strokeStyle = css(palette.fault);
  context.stroke();
  context.setLineDash([]);
}

function paintHandles(frame: Frame, shape: Shape, corner: number | undefined, palette: Palette) {
  const { context, view, size } = frame;
  const knob = (p: Point, radius: number, filled: boolean, strength = 1) => {
    const { left, top } = toSpot(view, size, p);
    context.beginPath();
    context.arc(left, top, radius, 0, 2 * Math.PI);
    context.fillStyle = css(filled ? palette.brand : palette.panel, strength);
    context.fill();
    context.lineWidth = 2;
    context.strokeStyle = css(palette.brand, strength);
    context.stroke();
  };
  edgeMiddles(shape).forEach((p) => knob(p, 3.5, false, 0.65));
  handlesOf(shape).forEach((p, i) => knob(p, 6, i === corner));
}

function paintDraft(frame: Frame, editor: Editor, palette: Palette) {
  const { draft } = editor;
  if (!draft) return;
  const { context, view, size } = frame;
  const crossing = draftFault(editor) === 'selfCrossing' && draft.points.length > 3;
  context.beginPath();
  trace(frame, [...draft.points, draft.cursor], draft.kind === 'zone');
  if (draft.kind === 'zone') {
    context.fillStyle = css(crossing ? palette.fault : palette.brand, 0.12);
    context.fill();
  }
  context.lineWidth = 2;
  context.lineJoin = 'round';
  context.strokeStyle = css(crossing ? palette.fault : palette.brand);
  context.stroke();
  draft.points.forEach((p, i) => {
    const { left, top } = toSpot(view, size, p);
    context.beginPath();
    // The first corner is large as soon as pressing it closes the polygon.
    context.arc(left, top, i === 0 && canClose(editor) ? 7 : 4, 0, 2 * Math.PI);
    context.fillStyle = css(palette.panel);
    context.fill();
    context.stroke();
  });
}
