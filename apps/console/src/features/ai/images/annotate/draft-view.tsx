import type { RefObject } from 'react';
import type { Corner } from './drawing-rules.ts';
import type { Drawing } from './use-drawing.ts';

interface Props {
  drawing: Drawing;
  /** Where a drag began. */
  dragFrom: RefObject<Corner | null>;
  size: { width: number; height: number };
  colour: string;
}

/** What is drawn now, and the pointer. */
export function DraftView({ drawing, dragFrom, size: { width, height }, colour }: Props) {
  const { tool, corners, pointer } = drawing;
  const [x, y] = [pointer[0] * width, pointer[1] * height];
  const first = tool === 'BOX' ? (corners[0] ?? dragFrom.current) : null;
  const line = { stroke: colour, strokeWidth: 2, vectorEffect: 'non-scaling-stroke' as const };
  const points = [...corners, pointer].map(([px, py]) => `${px * width},${py * height}`).join(' ');
  const arm = width / 40;
  return (
    <g pointerEvents="none" fill="none">
      {tool === 'POLYGON' && corners.length > 0 && <polyline points={points} {...line} />}
      {first && (
        <rect
          x={Math.min(first[0] * width, x)}
          y={Math.min(first[1] * height, y)}
          width={Math.abs(first[0] * width - x)}
          height={Math.abs(first[1] * height - y)}
          {...line}
          strokeDasharray="6 4"
        />
      )}
      <path d={`M${x - arm} ${y}H${x + arm}M${x} ${y - arm}V${y + arm}`} {...line} strokeWidth={1} />
    </g>
  );
}
