import { useState } from 'react';
import type { Corner } from './drawing-rules.ts';

const [leastScale, mostScale] = [1, 16];

interface View {
  x: number;
  y: number;
  scale: number;
}
const whole: View = { x: 0, y: 0, scale: 1 };

/** The visible part of an image, as on maps: it grows around the pointer. */
export function useZoom(width: number, height: number) {
  const [view, setView] = useState(whole);
  const [w, h] = [width / view.scale, height / view.scale];
  const within = ({ x, y, scale }: View): View => ({
    x: Math.min(Math.max(0, x), width - width / scale),
    y: Math.min(Math.max(0, y), height - height / scale),
    scale,
  });
  return {
    viewBox: `${view.x} ${view.y} ${w} ${h}`,
    by: (factor: number, [x, y]: Corner) =>
      setView((old) => {
        const scale = Math.min(mostScale, Math.max(leastScale, old.scale * factor));
        const [px, py] = [x * width, y * height];
        const share = old.scale / scale;
        return within({ x: px - (px - old.x) * share, y: py - (py - old.y) * share, scale });
      }),
    /** Moves it by pixels of a picture that is so many pixels wide. */
    pan: (dx: number, dy: number, pixels: number) =>
      setView((old) => {
        const perPixel = width / old.scale / Math.max(1, pixels);
        return within({ ...old, x: old.x - dx * perPixel, y: old.y - dy * perPixel });
      }),
    fit: () => setView(whole),
  };
}
export type Zoom = ReturnType<typeof useZoom>;
