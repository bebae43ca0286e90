import {
  degreesOf,
  handleMoved,
  handlesOf,
  hasCorners,
  placesOf,
  radiansOf,
  replace,
  withChosenCorner,
  withCorner,
  withoutCorner,
  type Editor,
  type Shape,
} from '@sweepline/map-core';
import { useTranslation } from 'react-i18next';
import { Button } from '../../../../../kit/ui/button.tsx';
import { keyboardScroll } from '../../../../../kit/list/keyboard-scroll.ts';
import { EditorNumber } from './editor-number.tsx';

interface Props {
  shape: Shape;
  /** The selected corner. */
  corner: number | undefined;
  edit: (change: (editor: Editor) => Editor) => void;
}

/** All points of an element in metres of the map, and a heading in degrees (−180…180). */
export function EditorPlaces({ shape, corner, edit }: Props) {
  const { t } = useTranslation('places/maps');
  const put = (next: Shape | undefined) => next && edit((now) => replace(now, next));
  const moveTo = (index: number, x: number, y: number) => put(handleMoved(shape, index, { x, y }));
  return (
    <ol className="maps-places" aria-label={t('editor.places')} ref={keyboardScroll}>
      {numbered(shape).map(({ x, y, index }) => (
        <li key={index} data-held={index === corner || undefined}>
          <button
            type="button"
            className="maps-place-number"
            aria-pressed={index === corner}
            aria-label={t('editor.takeCorner', { number: index + 1 })}
            onClick={() => edit((now) => withChosenCorner(now, hasCorners(shape) ? index : undefined))}
          >
            {shape.kind === 'slope' ? t(index === 0 ? 'editor.low' : 'editor.high') : index + 1}
          </button>
          <EditorNumber label="x" value={x} onChange={(next) => moveTo(index, next, y)} />
          <EditorNumber label="y" value={y} onChange={(next) => moveTo(index, x, next)} />
          {hasCorners(shape) && (
            <>
              <Button
                look="quiet"
                icon="plus"
                aria-label={t('editor.addCorner', { number: index + 1 })}
                onClick={() => put(cornerAfter(shape, index))}
              />
              <Button
                look="quiet"
                icon="minus"
                aria-label={t('editor.removeCorner', { number: index + 1 })}
                disabled={!withoutCorner(shape, index)}
                onClick={() => put(withoutCorner(shape, index))}
              />
            </>
          )}
        </li>
      ))}
      {shape.kind === 'point' && (
        <li>
          <EditorNumber
            label={t('editor.heading')}
            value={degreesOf(shape.theta)}
            digits={1}
            unit="°"
            min={-180}
            max={180}
            onChange={(degrees) => put({ ...shape, theta: radiansOf(degrees) })}
          />
        </li>
      )}
    </ol>
  );
}

const numbered = (shape: Shape) => placesOf(shape).map(({ x, y }, index) => ({ x, y, index }));

/** Halfway to the next corner; after the last corner of a line, one more step of equal length. */
function cornerAfter(shape: Shape, index: number): Shape {
  const places = handlesOf(shape);
  const [a, b] = [places[index]!, places[(index + 1) % places.length]!];
  const before = places[index - 1];
  const isEnd = shape.kind !== 'zone' && index === places.length - 1;
  const at =
    isEnd && before
      ? { x: 2 * a.x - before.x, y: 2 * a.y - before.y }
      : { x: (a.x + b.x) / 2, y: (a.y + b.y) / 2 };
  return withCorner(shape, index, at);
}
