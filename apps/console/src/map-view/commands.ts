import {
  canRedo,
  canUndo,
  cancel,
  finish,
  redo,
  remove,
  undo,
  withTool,
  type Editor,
  type ToolName,
} from '@sweepline/map-core';
import type { IconName } from '../kit/icons.ts';
import type { Camera } from './camera.ts';
import { panned } from './view.ts';

/** One thing a person can do to an editor; the toolbar and the keyboard both read this table. */
export interface EditCommand {
  name: 'undo' | 'redo' | 'remove' | 'finish' | 'cancel';
  icon: IconName;
  /** Whether it has an effect now; a button without one is disabled, a key without one does what it does elsewhere. */
  when: (editor: Editor) => boolean;
  run: (editor: Editor) => Editor;
  key: (event: KeyboardEvent) => boolean;
}

const withCommand = (event: KeyboardEvent) => event.ctrlKey || event.metaKey;
const isKey = (event: KeyboardEvent, key: string) => event.key.toLowerCase() === key;

export const editCommands: readonly EditCommand[] = [
  {
    name: 'undo',
    icon: 'undo',
    when: canUndo,
    run: undo,
    key: (event) => withCommand(event) && !event.shiftKey && isKey(event, 'z'),
  },
  {
    name: 'redo',
    icon: 'redo',
    when: canRedo,
    run: redo,
    key: (event) => withCommand(event) && (isKey(event, 'y') || (event.shiftKey && isKey(event, 'z'))),
  },
  {
    name: 'remove',
    icon: 'trash',
    when: ({ selected, draft }) => selected !== undefined && !draft,
    run: remove,
    key: ({ key }) => key === 'Delete' || key === 'Backspace',
  },
  {
    name: 'finish',
    icon: 'check',
    when: ({ draft }) => draft !== undefined,
    run: finish,
    key: ({ key }) => key === 'Enter',
  },
  {
    name: 'cancel',
    icon: 'close',
    when: ({ draft, gesture, tool }) => draft !== undefined || gesture !== undefined || tool !== 'select',
    run: (editor) => (editor.draft || editor.gesture ? cancel(editor) : withTool(editor, 'select')),
    key: ({ key }) => key === 'Escape',
  },
];

/** The tools of the editor in the order of the toolbar, with the key that takes each. */
export const tools = (
  [
    { name: 'select', icon: 'cursor', key: 'v' },
    { name: 'zone', icon: 'polygon', key: 'p' },
    { name: 'rectangle', icon: 'rectangle', key: 'r' },
    { name: 'wall', icon: 'wall', key: 'w' },
    { name: 'point', icon: 'pin', key: 'o' },
  ] as const satisfies readonly { name: ToolName; icon: IconName; key: string }[]
).map((tool) => ({ ...tool, take: (editor: Editor) => withTool(editor, tool.name) }));

/** How far an arrow key moves the map. */
const arrowPx = 80;
const zoomStep = 1.5;

/** What keys do to the view. */
export const viewKeys: Record<string, (camera: Camera) => void> = {
  '+': (camera) => camera.zoom(zoomStep),
  '=': (camera) => camera.zoom(zoomStep),
  '-': (camera) => camera.zoom(1 / zoomStep),
  '0': (camera) => camera.fit(),
  ArrowLeft: (camera) => camera.look(panned(camera.view, arrowPx, 0)),
  ArrowRight: (camera) => camera.look(panned(camera.view, -arrowPx, 0)),
  ArrowUp: (camera) => camera.look(panned(camera.view, 0, arrowPx)),
  ArrowDown: (camera) => camera.look(panned(camera.view, 0, -arrowPx)),
};
