import type { MapGround } from '@sweepline/contract';
import { boxOfRaster, type Box, type Shape } from '@sweepline/map-core';
import { useId, useMemo } from 'react';
import { useStoredPicture } from '../../../kit/ui/use-stored-picture.ts';
import { GridPicture } from '../../../map-view/canvas/grid-picture.tsx';
import type { Mark } from './version-marks.ts';
import './version-map.css';

interface Props {
  label: string;
  ground: MapGround;
  /** The floor of the compared version: cells that differ are marked. */
  against?: MapGround | undefined;
  marks: readonly Mark[];
  /** The box to show; the whole floor when left out. */
  look?: Box | undefined;
  selected?: string | undefined;
  onSelect: (id: string) => void;
}

/** A floor with the shapes that two drawings share and those that differ. Metres, with y turned so that up is up. */
export function VersionMap({ label, ground, against, marks, look, selected, onSelect }: Props) {
  const whole = useMemo(() => boxOfRaster(ground), [ground]);
  const { minX, minY, maxX, maxY } = look ?? whole;
  return (
    <svg
      className="versions-map"
      role="img"
      aria-label={label}
      viewBox={`${minX} ${-maxY} ${maxX - minX} ${maxY - minY}`}
      preserveAspectRatio="xMidYMid meet"
    >
      <GridPicture file={ground.file} {...placeOf(ground)} />
      {against && against.file !== ground.file && <ChangedFloor before={against} after={ground} />}
      {marks.map((mark) => (
        <g
          key={`${mark.look} ${mark.id}`}
          className={`versions-mark versions-${mark.look}`}
          data-selected={mark.id === selected || undefined}
          onClick={() => onSelect(mark.id)}
        >
          {mark.before && <Outline shape={mark.before} className="versions-before" />}
          <Outline shape={mark.shape} />
        </g>
      ))}
    </svg>
  );
}

/** Where a floor's picture lies, in metres. */
function placeOf(ground: MapGround) {
  const { minX, minY, maxX, maxY } = boxOfRaster(ground);
  return { x: minX, y: -maxY, width: maxX - minX, height: maxY - minY };
}

/** Blends two floor pictures by difference, so only cells that differ remain; these are coloured. */
function ChangedFloor({ before, after }: { before: MapGround; after: MapGround }) {
  const id = useId();
  const [old, now] = [useStoredPicture(before.file), useStoredPicture(after.file)];
  if (!old || !now) return null;
  const picture = { preserveAspectRatio: 'none', className: 'versions-floor' };
  return (
    <>
      {/* Leaves out the outermost edge, where a picture ends within a pixel of the screen. */}
      <filter id={id} x="0.003" y="0.003" width="0.994" height="0.994" colorInterpolationFilters="sRGB">
        <feColorMatrix values="0 0 0 0 0  0 0 0 0 0  0 0 0 0 0  24 0 0 0 -1" result="where" />
        <feFlood className="versions-repaired" />
        <feComposite in2="where" operator="in" />
      </filter>
      <g filter={`url(#${id})`}>
        <image href={old} {...placeOf(before)} {...picture} />
        <image href={now} {...placeOf(after)} {...picture} style={{ mixBlendMode: 'difference' }} />
      </g>
    </>
  );
}

const pathOf = (points: readonly { x: number; y: number }[], closed: boolean) =>
  `M${points.map(({ x, y }) => `${x} ${-y}`).join('L')}${closed ? 'Z' : ''}`;

/** Half the length of the cross that marks a point, metres. */
const spotM = 0.35;

function Outline({ shape, className = '' }: { shape: Shape; className?: string }) {
  const look = `versions-line versions-kind-${shape.kind} ${className}`;
  if (shape.kind === 'point') {
    const { x, y, theta } = shape;
    const tip = { x: x + 2 * spotM * Math.cos(theta), y: y + 2 * spotM * Math.sin(theta) };
    return (
      <>
        <circle className={look} cx={x} cy={-y} r={spotM} />
        <path className={look} d={pathOf([{ x, y }, tip], false)} />
      </>
    );
  }
  if (shape.kind === 'slope') return <path className={look} d={pathOf([shape.low, shape.high], false)} />;
  return <path className={look} d={pathOf(shape.points, shape.kind === 'zone')} />;
}
