/** A `ref` for a scrolling element that may contain nothing focusable. It makes the element focusable, so that the arrow keys scroll it. */
export const keyboardScroll = (element: HTMLElement | null) => element?.setAttribute('tabindex', '0');
