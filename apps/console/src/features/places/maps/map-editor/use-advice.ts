import { hotSpotAdvices, type HotSpotAdvice } from '@sweepline/contract';
import {
  boxGrown,
  select,
  withSettings,
  withTool,
  type Box,
  type Editor,
  type Point,
} from '@sweepline/map-core';
import { useEffect, useMemo, useState } from 'react';
import { useSearchParams } from 'react-router';

/** The width of floor shown around the place. */
const marginM = 4;
/** A charger within this distance is the one the advice is about. */
const chargerWithinM = 6;

interface Advice {
  what: HotSpotAdvice | undefined;
  at: Point;
  /** The part of the floor to show. */
  box: Box;
}

/** Selects the charger nearest to a place; selects nothing when there is none nearby. */
function withCharger(editor: Editor, at: Point): Editor {
  const distance = ({ x, y }: Point) => Math.hypot(x - at.x, y - at.y);
  const [nearest] = [...editor.shapes.values()]
    .flatMap((shape) => (shape.kind === 'point' && shape.type === 'CHARGING' ? [shape] : []))
    .sort((a, b) => distance(a) - distance(b));
  const isNear = nearest !== undefined && distance(nearest) <= chargerWithinM;
  return select(withTool(editor, 'select'), isNear ? nearest.id : undefined);
}

/** The editor with the tool and selection of the advice. */
const readyFor: Record<HotSpotAdvice, (editor: Editor, at: Point) => Editor> = {
  WALL: (editor) => withTool(editor, 'wall'),
  NO_GO: (editor) => withTool(withSettings(editor, { zoneType: 'NO_GO' }), 'zone'),
  DOCK: withCharger,
  LOOK: (editor) => withTool(editor, 'select'),
};

/** A place in the URL where robots needed help. The editor shows it first, with a tool that may prevent the next case. */
export function useAdvice(edit: (change: (editor: Editor) => Editor) => void) {
  const [params] = useSearchParams();
  const [asX, asY, asAdvice] = ['x', 'y', 'advice'].map((name) => params.get(name));
  const advice = useMemo((): Advice | undefined => {
    const [x, y] = [Number(asX || Number.NaN), Number(asY || Number.NaN)];
    if (!Number.isFinite(x) || !Number.isFinite(y)) return undefined;
    const what = hotSpotAdvices.find((name) => name === asAdvice);
    return { what, at: { x, y }, box: boxGrown({ minX: x, minY: y, maxX: x, maxY: y }, marginM) };
  }, [asX, asY, asAdvice]);
  const [closed, close] = useState<Advice>();
  useEffect(() => {
    const { what, at } = advice ?? {};
    if (what && at) edit((editor) => readyFor[what](editor, at));
  }, [advice, edit]);
  return { advice: advice === closed ? undefined : advice, box: advice?.box, close: () => close(advice) };
}
