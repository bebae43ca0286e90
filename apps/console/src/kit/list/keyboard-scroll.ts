/** A `ref` for what scrolls and may hold nothing a keyboard stops at: it becomes a stop itself, so that the arrow keys scroll it. */
export const keyboardScroll = (element: HTMLElement | null) => element?.setAttribute('tabindex', '0');
