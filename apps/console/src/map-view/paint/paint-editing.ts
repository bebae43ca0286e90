import {
  boxBetween,
  canClose,
  chosenIn,
  distance,
  draftFault,
  edgeMiddles,
  FREE,
  handlesOf,
  OCCUPIED,
  placesOf,
  selectedShapes,
  selectionBox,
  shapeFault,
  turnHandle,
  type Box,
  type Editor,
  type Point,
  type Shape,
} from '@sweepline/map-core';
import { currentLocale } from '../../kit/format/lang.ts';
import { css, type Palette } from './colours.ts';
import type { Frame } from '../canvas/layer.ts';
import { isShapeMove } from '../controls/shape-move.ts';
import { trace } from './paint-lines.ts';
import { paintName, startNames } from './paint-name.ts';
import { paintShapes, type ShapeStyle } from './paint-shapes.ts';
import { paintSelected } from './paint-touch.ts';
import { toSpot } from '../canvas/view.ts';

/** With more rims than this, only the box around them is drawn. */
const maxRims = 200;

/** Whether the editor has nothing to draw that follows the pointer. */
export const isAtRest = ({ selected, draft, gesture, measure, snap }: Editor) =>
  selected.size === 0 && !draft && !gesture && !measure && !snap;

/** The parts of an editor that follow the pointer: the selection, its handles, and the shape being drawn. */
export function paintEditing(frame: Frame, editor: Editor, style: ShapeStyle) {
  const selected = selectedShapes(editor);
  const chosen = chosenIn(editor);
  if (isShapeMove(editor)) paintShapes(frame, selected, style);
  for (const shape of selected.slice(0, maxRims)) {
    paintSelected(frame, shape, style);
    if (shapeFault(shape, editor.settings.map)) paintFaulty(frame, shape, style.palette);
  }
  if (selected.length > 1) paintBox(frame, selectionBox(editor), style.palette, [4, 3]);
  paintTurn(frame, editor, style.palette);
  if (chosen) paintHandles(frame, chosen, editor.corner, style.palette);
  if (editor.draft) paintDraft(frame, editor, style.palette);
  paintGrip(frame, editor, style.palette);
  paintMeasure(frame, editor, style.palette);
  paintSnap(frame, editor, style.palette);
}

function paintBox(frame: Frame, box: Box | undefined, palette: Palette, dash: number[], fill = 0) {
  if (!box) return;
  const { context } = frame;
  const { minX, minY, maxX, maxY } = box;
  context.beginPath();
  // Corner by corner, because the map may be rotated on the screen.
  trace(
    frame,
    [
      { x: minX, y: minY },
      { x: maxX, y: minY },
      { x: maxX, y: maxY },
      { x: minX, y: maxY },
    ],
    true,
  );
  context.fillStyle = css(palette.brand, fill);
  if (fill > 0) context.fill();
  context.setLineDash(dash);
  context.lineWidth = 1;
  context.strokeStyle = css(palette.brand, 0.9);
  context.stroke();
  context.setLineDash([]);
}

/** The rotation handle above the selection. */
function paintTurn(frame: Frame, editor: Editor, palette: Palette) {
  const { context, view, size } = frame;
  const turn = editor.tool === 'select' ? turnHandle(editor, 1 / view.scale) : undefined;
  const box = turn && selectionBox(editor);
  if (!turn || !box) return;
  const [knob, foot] = [toSpot(view, size, turn.at), toSpot(view, size, { x: turn.at.x, y: box.maxY })];
  context.beginPath();
  context.moveTo(foot.left, foot.top);
  context.lineTo(knob.left, knob.top);
  context.lineWidth = 1;
  context.strokeStyle = css(palette.brand, 0.7);
  context.stroke();
  context.beginPath();
  context.arc(knob.left, knob.top, 5, 0, 2 * Math.PI);
  context.fillStyle = css(palette.panel);
  context.fill();
  context.lineWidth = 2;
  context.strokeStyle = css(palette.brand);
  context.stroke();
}

/** What the pointer draws while it is down: a selection rectangle, a brush stroke, a cut. */
function paintGrip(frame: Frame, { gesture, settings }: Editor, palette: Palette) {
  if (!gesture) return;
  const { context, view } = frame;
  const { grip, from, to } = gesture;
  if (grip.kind === 'marquee') paintBox(frame, boxBetween(from, to), palette, [], 0.08);
  if (grip.kind !== 'brush' && grip.kind !== 'cut') return;
  const isBrush = grip.kind === 'brush';
  const places = isBrush ? grip.path : [from, to];
  context.beginPath();
  // A canvas does not stroke a path of a single point.
  trace(frame, places.length === 1 ? [places[0]!, places[0]!] : places, false);
  context.lineCap = context.lineJoin = 'round';
  const { value, radiusM } = settings.brush;
  context.lineWidth = isBrush ? Math.max(2, 2 * radiusM * view.scale) : 2;
  const tone = !isBrush
    ? palette.fault
    : value === FREE
      ? palette.working
      : value === OCCUPIED
        ? palette.ink
        : palette.quiet;
  context.strokeStyle = css(tone, isBrush ? 0.55 : 1);
  context.setLineDash(isBrush ? [] : [6, 4]);
  context.stroke();
  context.setLineDash([]);
}

function paintMeasure(frame: Frame, { measure, draft }: Editor, palette: Palette) {
  const [from, to] = measure ? [measure.from, measure.to] : [draft?.points.at(-1), draft?.cursor];
  if (!from || !to || distance(from, to) === 0) return;
  const { context, view, size } = frame;
  if (measure) {
    context.beginPath();
    trace(frame, [from, to], false);
    context.lineWidth = 2;
    context.strokeStyle = css(palette.moving);
    context.stroke();
    for (const end of [from, to]) {
      const { left, top } = toSpot(view, size, end);
      context.beginPath();
      context.arc(left, top, 3.5, 0, 2 * Math.PI);
      context.fillStyle = css(palette.moving);
      context.fill();
    }
  }
  const { left, top } = toSpot(view, size, { x: (from.x + to.x) / 2, y: (from.y + to.y) / 2 });
  startNames(context, 600);
  const text = lengthText(from, to);
  paintName(context, text, { left, top: top - 14, half: context.measureText(text).width / 2 + 6 }, palette);
}

/** "3.42 m · 90°", in the reader's number format. */
function lengthText(from: Point, to: Point) {
  const metres = new Intl.NumberFormat(currentLocale(), {
    style: 'unit',
    unit: 'meter',
    minimumFractionDigits: 2,
    maximumFractionDigits: 2,
  }).format(distance(from, to));
  const degrees = Math.round((Math.atan2(to.y - from.y, to.x - from.x) * 180) / Math.PI);
  return `${metres} · ${degrees}°`;
}

/** A cross where the pointer snaps. */
function paintSnap(frame: Frame, { snap }: Editor, palette: Palette) {
  if (!snap?.to || snap.to === 'grid') return;
  const { context, view, size } = frame;
  const { left, top } = toSpot(view, size, snap.at);
  context.beginPath();
  context.moveTo(left - 7, top);
  context.lineTo(left + 7, top);
  context.moveTo(left, top - 7);
  context.lineTo(left, top + 7);
  context.lineWidth = 1.5;
  context.strokeStyle = css(palette.fault);
  context.stroke();
}

function paintFaulty(frame: Frame, shape: Shape, palette: Palette) {
  if (shape.kind === 'point') return;
  const { context } = frame;
  context.beginPath();
  trace(frame, placesOf(shape), shape.kind === 'zone');
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
    // The first corner is enlarged as soon as clicking it closes the polygon.
    context.arc(left, top, i === 0 && canClose(editor) ? 7 : 4, 0, 2 * Math.PI);
    context.fillStyle = css(palette.panel);
    context.fill();
    context.stroke();
  });
}
