import type { AiImageDetail } from '@sweepline/contract';
import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { isTyping } from '../../../../kit/keys/is-typing.ts';
import { useKeyActs, type KeyAct } from '../../../../kit/keys/use-key-acts.ts';
import type { Tool } from './drawing-rules.ts';
import type { Drawing } from './use-drawing.ts';
import type { Labels } from './use-labels.ts';
import type { Neighbours } from './use-neighbours.ts';
import type { Zoom } from './use-zoom.ts';

/** Capital letters, because small ones choose classes. */
const toolKeys: Record<string, Tool> = { S: 'SELECT', I: 'IMAGE', B: 'BOX', P: 'POLYGON', T: 'TILES' };
const stepPart = 0.01;
const arrows: Record<string, [number, number]> = {
  ArrowLeft: [-stepPart, 0],
  ArrowRight: [stepPart, 0],
  ArrowUp: [0, -stepPart],
  ArrowDown: [0, stepPart],
};

interface Parts {
  image: AiImageDetail;
  labels: Labels;
  drawing: Drawing;
  zoom: Zoom;
  neighbours: Neighbours;
  mayLabel: boolean;
}

/** On a button these keys press it. */
const isOnButton = () =>
  document.activeElement instanceof HTMLButtonElement || document.activeElement instanceof HTMLAnchorElement;

/** The keys that choose classes and tools, and draw. */
function useDrawingActs(image: AiImageDetail, drawing: Drawing): KeyAct[] {
  const { t } = useTranslation('ai/images');
  const text = (key: 'class' | 'tool' | 'remove' | 'draw' | 'crosshair') => t(`keys.${key}`);
  const shift = (key: string) => `Shift ${key}`;
  return [
    ...image.classes.map(({ key, id, name }) => ({
      text: `${text('class')}: ${name}`,
      key,
      run: () => drawing.chooseClass(id),
    })),
    ...Object.entries(toolKeys).map(([key, tool]) => ({
      text: `${text('tool')}: ${t(`tool.${tool}`)}`,
      key,
      shown: shift(key),
      run: () => drawing.chooseTool(tool),
    })),
    ...Object.entries(arrows).map(([key, [dx, dy]]) => ({
      text: text('crosshair'),
      key,
      shown: key,
      run: () => drawing.move(dx, dy),
    })),
    {
      text: text('crosshair'),
      key: ' ',
      shown: 'Space',
      run: () => (isOnButton() ? false : drawing.setCorner(drawing.pointer)),
    },
    { text: text('draw'), key: 'Enter', shown: 'Enter', run: () => !isOnButton() && drawing.finish() },
    { text: text('remove'), key: 'Delete', shown: 'Delete', run: drawing.removeChosen },
    { text: t('keys.cancel'), key: 'Escape', shown: 'Escape', run: drawing.cancel },
  ];
}

/** Every act on the labels of an image has a key. */
export function useAnnotateKeys({ image, labels, drawing, zoom, neighbours, mayLabel }: Parts) {
  const { t } = useTranslation('ai/images');
  const drawingActs = useDrawingActs(image, drawing);
  useKeyActs(t('keys.title'), [
    ...(mayLabel ? drawingActs : []),
    { text: t('keys.move'), key: 'PageDown', shown: 'PageDown', run: neighbours.next },
    { text: t('keys.move'), key: 'PageUp', shown: 'PageUp', run: neighbours.previous },
    { text: t('zoomIn'), key: '+', run: () => zoom.by(1.5, drawing.pointer) },
    { text: t('zoomOut'), key: '-', run: () => zoom.by(1 / 1.5, drawing.pointer) },
    { text: t('zoomFit'), key: '0', run: zoom.fit },
    ...(mayLabel ? [{ text: t('keys.undo'), shown: 'Mod Z' }] : []),
  ]);
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      const isUndo = (event.ctrlKey || event.metaKey) && event.key.toLowerCase() === 'z';
      if (!isUndo || !mayLabel || isTyping(event.target)) return;
      if (labels.undo()) event.preventDefault();
    };
    addEventListener('keydown', press);
    return () => removeEventListener('keydown', press);
  });
}
