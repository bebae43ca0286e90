import { useCallback, useState } from 'react';

/** Whether a pointer rests on an element or the keyboard is in it: what would leave by itself stays then. */
export function useHoverOrFocus(): [
  attach: (element: HTMLElement | null) => (() => void) | undefined,
  held: boolean,
] {
  const [held, setHeld] = useState(false);
  const attach = useCallback((element: HTMLElement | null) => {
    if (!element) return;
    const ears = new AbortController();
    const on = (name: string, value: boolean) =>
      element.addEventListener(name, () => setHeld(value), { signal: ears.signal });
    on('pointerenter', true);
    on('pointerleave', false);
    on('focusin', true);
    on('focusout', false);
    return () => ears.abort();
  }, []);
  return [attach, held];
}
