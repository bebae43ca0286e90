import { useLayoutEffect, useRef, type RefObject } from 'react';
import { createPortal } from 'react-dom';

interface Props {
  text: string;
  chart: RefObject<HTMLElement | null>;
  /** The child of the chart that the text belongs to; without it the chart itself. */
  child?: number;
  /** Position along that element, 0–1. */
  share?: number;
}

const distancePx = 6;
const minRoomPx = 44;

/** The value of a point above a small chart. It is in the body, because table cells and drawers clip their content. */
export function ChartTip({ text, chart, child, share = 0.5 }: Props) {
  const tip = useRef<HTMLSpanElement>(null);
  useLayoutEffect(() => {
    const place = () => {
      const anchor = child === undefined ? chart.current : chart.current?.children[child];
      if (!anchor || !tip.current) return;
      const { left, top, bottom, width } = anchor.getBoundingClientRect();
      const x = left + width * share;
      const below = top < minRoomPx;
      tip.current.style.left = `${x}px`;
      tip.current.style.top = `${below ? bottom + distancePx : top - distancePx}px`;
      // Centred in the middle of the window, and inside it at both edges.
      tip.current.style.translate = `${(-100 * x) / innerWidth}% ${below ? 0 : -100}%`;
    };
    place();
    addEventListener('scroll', place, true);
    return () => removeEventListener('scroll', place, true);
  }, [chart, child, share, text]);
  return createPortal(
    <span ref={tip} className="sl-chart-tip" aria-hidden="true">
      {text}
    </span>,
    document.body,
  );
}
