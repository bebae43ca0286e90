/** Whether the keys of the page belong to the element: a field, or a dialog with keys of its own. */
export const isTyping = (target: EventTarget | null): boolean =>
  target instanceof HTMLElement &&
  target.closest('input, select, textarea, [contenteditable], [role=dialog], dialog') !== null;
