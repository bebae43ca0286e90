import { useEffect, useRef, type RefObject } from 'react';

/** Calls `leave` when Escape is pressed inside the element. */
export function useEscape(element: RefObject<HTMLElement | null>, isOn: boolean, leave: () => void): void {
  const latest = useRef(leave);
  useEffect(() => void (latest.current = leave));
  useEffect(() => {
    const { current } = element;
    if (!isOn || !current) return;
    const onKey = ({ key }: KeyboardEvent) => key === 'Escape' && latest.current();
    current.addEventListener('keydown', onKey);
    return () => current.removeEventListener('keydown', onKey);
  }, [element, isOn]);
}
