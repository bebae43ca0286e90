import { useEffect, useState, type RefObject } from 'react';

/** How many CSS pixels one unit of a drawing is that is shown as large as it fits. */
export function useDrawnScale(
  drawing: RefObject<SVGSVGElement | null>,
  { width, height }: { width: number; height: number },
): number {
  const [scale, setScale] = useState(1);
  useEffect(() => {
    const element = drawing.current;
    if (!element) return;
    const measured = new ResizeObserver(() => {
      const { width: across, height: along } = element.getBoundingClientRect();
      setScale(Math.min(across / width, along / height) || 1);
    });
    measured.observe(element);
    return () => measured.disconnect();
  }, [drawing, width, height]);
  return scale;
}
