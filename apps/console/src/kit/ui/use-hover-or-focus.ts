import { useCallback, useState } from 'react';

/** Whether the pointer is over an element or the focus is inside it. A temporary element then stays visible. */
export function useHoverOrFocus(): [
  attach: (element: HTMLElement | null) => (() => void) | undefined,
  active: boolean,
] {
  const [active, setActive] = useState(false);
  const attach = useCallback((element: HTMLElement | null) => {
    if (!element) return;
    const controller = new AbortController();
    const on = (name: string, value: boolean) =>
      element.addEventListener(name, () => setActive(value), { signal: controller.signal });
    on('pointerenter', true);
    on('pointerleave', false);
    on('focusin', true);
    on('focusout', false);
    return () => controller.abort();
  }, []);
  return [attach, active];
}
