import { useId, type KeyboardEvent, type PointerEvent, type ReactNode } from 'react';
import { formatTimeExact } from '../../../kit/format/format.ts';

export interface Frame {
  /** Milliseconds since 1970. */
  start: number;
  end: number;
  /** The moment under the pointer. */
  at: number | null;
  onAt: (at: number | null) => void;
}

const steps = 200;

/** A labelled strip of time: the pointer or the arrow keys choose a moment for all strips of the page. */
export function Strip({
  start,
  end,
  at,
  onAt,
  title,
  children,
}: Frame & { title: string; children: ReactNode }) {
  const id = useId();
  const whole = end - start;
  const point = ({ clientX, currentTarget }: PointerEvent<HTMLElement>) => {
    const { left, width } = currentTarget.getBoundingClientRect();
    onAt(start + Math.min(1, Math.max(0, (clientX - left) / Math.max(1, width))) * whole);
  };
  const moveByKey = (event: KeyboardEvent) => {
    const by = { ArrowLeft: -1, ArrowRight: 1 }[event.key];
    if (!by) return;
    event.preventDefault();
    onAt(Math.min(end, Math.max(start, (at ?? end) + (by * whole) / steps)));
  };
  const share = at === null ? null : ((at - start) / whole) * 100;
  return (
    <figure className="dh-strip">
      <figcaption id={id}>{title}</figcaption>
      <div
        className="dh-plot"
        role="slider"
        tabIndex={0}
        aria-labelledby={id}
        aria-valuemin={0}
        aria-valuemax={100}
        aria-valuenow={Math.round(share ?? 100)}
        aria-valuetext={formatTimeExact(new Date(at ?? end).toISOString())}
        onPointerMove={point}
        onPointerDown={point}
        onPointerLeave={() => onAt(null)}
        onKeyDown={moveByKey}
      >
        {children}
        {share !== null && <b className="dh-cursor" style={{ insetInlineStart: `${share}%` }} />}
      </div>
    </figure>
  );
}
