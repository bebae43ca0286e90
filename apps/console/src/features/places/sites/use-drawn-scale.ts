import { useEffect, useState, type RefObject } from 'react';

/** CSS pixels per unit of a drawing that is scaled to fit its element. */
export function useDrawnScale(
  drawing: RefObject<SVGSVGElement | null>,
  { width, height }: { width: number; height: number },
): number {
  const [scale, setScale] = useState(1);
  useEffect(() => {
    const element = drawing.current;
    if (!element) return;
    const observer = new ResizeObserver(() => {
      const { width: drawnWidth, height: drawnHeight } = element.getBoundingClientRect();
      setScale(Math.min(drawnWidth / width, drawnHeight / height) || 1);
    });
    observer.observe(element);
    return () => observer.disconnect();
  }, [drawing, width, height]);
  return scale;
}
