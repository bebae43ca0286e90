import type { AiShape } from '@sweepline/contract';
import { tileColumns, tileRows, type Corner } from './drawing-rules.ts';

interface Size {
  width: number;
  height: number;
}
interface Props {
  shape: AiShape;
  colour: string;
  size: Size;
  isChosen: boolean;
}

const pathOf = (rings: readonly (readonly Corner[])[], { width, height }: Size) =>
  rings.map((ring) => `M${ring.map(([x, y]) => `${x * width} ${y * height}`).join('L')}Z`).join('');

/** One mark over the image. */
export function ShapeView({ shape, colour, size, isChosen }: Props) {
  const { width, height } = size;
  const look = {
    fill: colour,
    fillOpacity: isChosen ? 0.4 : 0.22,
    stroke: colour,
    strokeWidth: isChosen ? 3 : 2,
    vectorEffect: 'non-scaling-stroke' as const,
  };
  if (shape.kind === 'IMAGE')
    return <rect width={width} height={height} {...look} fill="none" strokeDasharray="8 6" />;
  if (shape.kind === 'BOX') {
    const [[left, top], [right, bottom]] = [shape.from, shape.to];
    const place = { x: left * width, y: top * height };
    return <rect {...place} width={(right - left) * width} height={(bottom - top) * height} {...look} />;
  }
  if (shape.kind === 'POLYGON')
    return <path d={pathOf([shape.ring, ...shape.holes], size)} fillRule="evenodd" {...look} />;
  const [across, down] = [width / tileColumns, height / tileRows];
  return (
    <g>
      {shape.tiles.map((tile) => (
        <rect
          key={tile}
          x={(tile % tileColumns) * across}
          y={Math.floor(tile / tileColumns) * down}
          width={across}
          height={down}
          {...look}
          strokeWidth={1}
        />
      ))}
    </g>
  );
}
