/** The size of one character of the terminal's font, px, and what the page needs around the terminal. */
const charPx = { width: 7.9, height: 17 };
const aroundPx = { width: 64, height: 380 };
const within = (value: number, min: number, max: number) => Math.min(max, Math.max(min, Math.floor(value)));

/** Limits of the contract. */
export const clampSize = (cols: number, rows: number) => ({
  cols: within(cols, 20, 500),
  rows: within(rows, 5, 200),
});

/** The size that a terminal will about have in a window, before there is one. */
export const sizeFor = (widthPx: number, heightPx: number) =>
  clampSize((widthPx - aroundPx.width) / charPx.width, (heightPx - aroundPx.height) / charPx.height);
