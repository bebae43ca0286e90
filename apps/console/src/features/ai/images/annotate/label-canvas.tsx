import type { AiImageDetail, AiShape } from '@sweepline/contract';
import { useRef, type PointerEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { clamp, type Corner } from './drawing-rules.ts';
import { DraftView } from './draft-view.tsx';
import { hitShape } from './hit-shape.ts';
import { ShapeView } from './shape-view.tsx';
import type { Drawing } from './use-drawing.ts';
import type { Zoom } from './use-zoom.ts';

interface Props {
  image: AiImageDetail;
  url: string | undefined;
  shapes: readonly AiShape[];
  drawing: Drawing;
  zoom: Zoom;
}

const shortDrag = 0.006;

/** The image with its marks. A drag draws a box; with the tool to select it moves the enlarged image. */
export function LabelCanvas({ image, url, shapes, drawing, zoom }: Props) {
  const { t } = useTranslation('ai/images');
  const svg = useRef<SVGSVGElement>(null);
  const start = useRef<Corner | null>(null);
  const { width, height, classes } = image;
  const { tool, chosenId } = drawing;
  const size = { width, height };
  const colourOf = (id: string) => classes.find((it) => it.id === id)?.colour ?? '#888888';

  const placeOf = (event: { clientX: number; clientY: number }): Corner => {
    const matrix = svg.current?.getScreenCTM();
    if (!matrix) return [0, 0];
    const place = new DOMPoint(event.clientX, event.clientY).matrixTransform(matrix.inverse());
    return [clamp(place.x / width), clamp(place.y / height)];
  };
  const press = (event: PointerEvent) => {
    if (event.button !== 0) return;
    event.currentTarget.setPointerCapture(event.pointerId);
    start.current = placeOf(event);
  };
  const move = (event: PointerEvent) => {
    drawing.setPointer(placeOf(event));
    if (start.current && tool === 'SELECT')
      zoom.pan(event.movementX, event.movementY, event.currentTarget.clientWidth);
  };
  const release = (event: PointerEvent) => {
    const [from, to] = [start.current, placeOf(event)];
    start.current = null;
    if (!from) return;
    const isDrag = Math.hypot(to[0] - from[0], to[1] - from[1]) > shortDrag;
    if (tool === 'SELECT') {
      if (!isDrag) drawing.choose(hitShape(shapes, to)?.id ?? null);
    } else if (tool === 'BOX' && isDrag) drawing.drawBox(from, to);
    else drawing.setCorner(to);
  };
  return (
    <div className="ai-canvas">
      <svg
        ref={svg}
        viewBox={zoom.viewBox}
        role="img"
        aria-label={t('annotateTitle')}
        data-tool={tool}
        onPointerDown={press}
        onPointerMove={move}
        onPointerUp={release}
        onWheel={(event) => zoom.by(event.deltaY < 0 ? 1.25 : 0.8, placeOf(event))}
      >
        {url && <image href={url} width={width} height={height} />}
        {shapes.map((shape) => (
          <ShapeView
            key={shape.id}
            shape={shape}
            colour={colourOf(shape.classId)}
            size={size}
            isChosen={shape.id === chosenId}
          />
        ))}
        {tool !== 'SELECT' && (
          <DraftView drawing={drawing} dragFrom={start} size={size} colour={colourOf(drawing.classId)} />
        )}
      </svg>
    </div>
  );
}
