import type { Point } from '@sweepline/map-core';
import type { KeyboardEvent, MouseEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { usePageKeys } from '../../../kit/keys/page-keys.ts';
import { useStoredPicture } from '../../../kit/ui/use-stored-picture.ts';

interface Props {
  label: string;
  file: string;
  width: number;
  height: number;
  /** Marked point of each pair, pixels of the picture. */
  places: readonly (Point | undefined)[];
  /** The points of the other side, projected by the present alignment. */
  ghosts?: readonly Point[];
  active: number;
  onPlace: (place: Point) => void;
}

const noGhosts: readonly Point[] = [];
/** Pixels of the picture by which an arrow key moves the active point; times ten with Shift. */
const steps: Readonly<Record<string, Point>> = {
  ArrowLeft: { x: -1, y: 0 },
  ArrowRight: { x: 1, y: 0 },
  ArrowUp: { x: 0, y: -1 },
  ArrowDown: { x: 0, y: 1 },
};

/** A picture on which a click or the arrow keys set the point of the active pair. */
export function AlignPicture(props: Props) {
  const { label, file, width, height, places, ghosts = noGhosts, active, onPlace } = props;
  const { t } = useTranslation('places/sites');
  usePageKeys(t('alignKeys.title'), [
    { text: t('alignKeys.move'), keys: 'ArrowUp ArrowDown ArrowLeft ArrowRight' },
    { text: t('alignKeys.further'), keys: 'Shift' },
  ]);
  const picture = useStoredPicture(file);
  const size = Math.max(width, height) / 60;
  const put = ({ x, y }: Point) => {
    if (x >= 0 && y >= 0 && x <= width && y <= height) onPlace({ x, y });
  };
  const point = (event: MouseEvent<SVGSVGElement>) => {
    const inverse = event.currentTarget.getScreenCTM()?.inverse();
    if (inverse) put(new DOMPoint(event.clientX, event.clientY).matrixTransform(inverse));
  };
  const nudge = (event: KeyboardEvent) => {
    const step = steps[event.key];
    if (!step) return;
    event.preventDefault();
    const from = places[active] ?? { x: width / 2, y: height / 2 };
    const by = event.shiftKey ? 10 : 1;
    put({ x: from.x + step.x * by, y: from.y + step.y * by });
  };
  const marked = places.flatMap((place, i) => (place ? [{ n: i + 1, place }] : []));
  return (
    <figure>
      <figcaption>{label}</figcaption>
      <svg
        viewBox={`0 0 ${width} ${height}`}
        role="button"
        tabIndex={0}
        aria-label={label}
        onClick={point}
        onKeyDown={nudge}
      >
        {picture && <image href={picture} width={width} height={height} />}
        {ghosts.map(({ x, y }) => (
          <circle key={`${x} ${y}`} className="site-ghost" cx={x} cy={y} r={size} />
        ))}
        {marked.map(({ n, place: { x, y } }) => (
          <g
            key={n}
            className="site-place"
            data-active={n === active + 1 || undefined}
            transform={`translate(${x} ${y})`}
          >
            <path d={`M${-size} 0H${size}M0 ${-size}V${size}`} />
            <text x={size} y={-size * 0.4} fontSize={size * 2}>
              {n}
            </text>
          </g>
        ))}
      </svg>
    </figure>
  );
}
