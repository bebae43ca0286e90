import { useEffect, useState, type RefObject } from 'react';
import type { Size } from './projection.ts';

/** The size of an element, renewed when it changes. */
export function useSize(element: RefObject<HTMLElement | null>): Size {
  const [size, setSize] = useState<Size>({ width: 0, height: 0 });
  useEffect(() => {
    const { current } = element;
    if (!current) return;
    const measure = () => {
      const { clientWidth: width, clientHeight: height } = current;
      setSize((old) => (old.width === width && old.height === height ? old : { width, height }));
    };
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(current);
    return () => observer.disconnect();
  }, [element]);
  return size;
}
