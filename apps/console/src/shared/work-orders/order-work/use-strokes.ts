import { useRef, useState, type PointerEvent } from 'react';

/** Twice the size on the page, so that a signature stays sharp in print. */
export const padSize = { width: 720, height: 240 } as const;

const penWidth = 4;
const ink = '#10151c';
const paper = '#ffffff';

/** Draws with finger, pen or mouse on a canvas. The paper is white in both themes, because the picture is stored as it is. */
export function useStrokes() {
  const canvas = useRef<HTMLCanvasElement>(null);
  const isDown = useRef(false);
  const [isEmpty, setIsEmpty] = useState(true);
  const place = ({ clientX, clientY }: PointerEvent<HTMLCanvasElement>) => {
    const box = canvas.current!.getBoundingClientRect();
    return [
      ((clientX - box.left) / box.width) * padSize.width,
      ((clientY - box.top) / box.height) * padSize.height,
    ] as const;
  };
  const clear = () => {
    const context = canvas.current?.getContext('2d');
    if (!context) return;
    context.fillStyle = paper;
    context.fillRect(0, 0, padSize.width, padSize.height);
    setIsEmpty(true);
  };
  const start = (event: PointerEvent<HTMLCanvasElement>) => {
    const context = canvas.current?.getContext('2d');
    if (!context) return;
    if (isEmpty) clear();
    event.currentTarget.setPointerCapture(event.pointerId);
    isDown.current = true;
    Object.assign(context, { lineWidth: penWidth, lineCap: 'round', lineJoin: 'round', strokeStyle: ink });
    context.beginPath();
    context.moveTo(...place(event));
  };
  const draw = (event: PointerEvent<HTMLCanvasElement>) => {
    const context = canvas.current?.getContext('2d');
    if (!isDown.current || !context) return;
    context.lineTo(...place(event));
    context.stroke();
    setIsEmpty(false);
  };
  const end = () => (isDown.current = false);
  const blob = () =>
    new Promise<Blob | null>((resolve) =>
      canvas.current ? canvas.current.toBlob(resolve, 'image/png') : resolve(null),
    );
  const handlers = { onPointerDown: start, onPointerMove: draw, onPointerUp: end, onPointerCancel: end };
  return { canvas, isEmpty, clear, blob, handlers };
}
