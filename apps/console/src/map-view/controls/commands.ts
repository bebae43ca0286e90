import {
  addCorner,
  canRedo,
  canUndo,
  cancel,
  chosenIn,
  duplicate,
  finish,
  halve,
  hasCorners,
  join,
  joinFault,
  nudge,
  redo,
  remove,
  select,
  selectAll,
  touchableShapes,
  turnSelected,
  undo,
  withChosenCorner,
  withTool,
  type Editor,
} from '@sweepline/map-core';
import type { IconName } from '../../kit/ui/icons.ts';

export type CommandName =
  | 'undo'
  | 'redo'
  | 'remove'
  | 'finish'
  | 'cancel'
  | 'duplicate'
  | 'join'
  | 'halve'
  | 'selectAll'
  | 'next'
  | 'previous'
  | 'corner'
  | 'addCorner'
  | 'turnLeft'
  | 'turnRight'
  | 'nudge';

/** One editor command; toolbar, inspector, keyboard and the list of keys all read this table. */
export interface EditCommand {
  name: CommandName;
  icon: IconName;
  /** Whether it has an effect now; otherwise its button is disabled and its key keeps its default. */
  when: (editor: Editor) => boolean;
  run: (editor: Editor, event?: KeyboardEvent) => Editor;
  key: (event: KeyboardEvent) => boolean;
  /** The keys as the list of keys shows them; `Mod` is Ctrl or ⌘. */
  keys: string;
}

const withCommand = (event: KeyboardEvent) => event.ctrlKey || event.metaKey;
const isKey = (event: KeyboardEvent, key: string) => event.key.toLowerCase() === key;
const plain = (event: KeyboardEvent, key: string) =>
  !withCommand(event) && !event.altKey && isKey(event, key);
const hasSelection = ({ selected, draft }: Editor) => selected.size > 0 && !draft;
const cornered = (editor: Editor) => {
  const shape = chosenIn(editor);
  return shape && hasCorners(shape) ? shape : undefined;
};

/** Metres per press of an arrow key, and radians per press of a rotation key; with Shift the other value. */
const steps = { near: 0.05, far: 0.5, turn: Math.PI / 12, fineTurn: Math.PI / 180 } as const;

const arrows: Record<string, readonly [right: number, up: number]> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, 1],
  ArrowDown: [0, -1],
};

function nudged(editor: Editor, event?: KeyboardEvent) {
  const [right, up] = arrows[event?.key ?? ''] ?? [0, 0];
  const metres = event?.shiftKey ? steps.far : steps.near;
  return nudge(editor, { x: right * metres, y: up * metres });
}

const turnedBy = (sign: 1 | -1) => (editor: Editor, event?: KeyboardEvent) =>
  turnSelected(editor, sign * (event?.shiftKey ? steps.fineTurn : steps.turn));

/** The shape after the selected one in painting order, for keyboard navigation. */
function neighbour(editor: Editor, by: 1 | -1): Editor {
  const ids = touchableShapes(editor).map(({ id }) => id);
  const [current] = editor.selected;
  const at = current === undefined ? -1 : ids.indexOf(current);
  return select(editor, at < 0 ? ids.at(by === 1 ? 0 : -1) : ids[(at + by + ids.length) % ids.length]);
}

function nextCorner(editor: Editor): Editor {
  const count = cornered(editor)?.points.length ?? 0;
  return withChosenCorner(editor, editor.corner === undefined ? 0 : (editor.corner + 1) % Math.max(1, count));
}

export const editCommands: readonly EditCommand[] = [
  {
    name: 'undo',
    icon: 'undo',
    when: canUndo,
    run: undo,
    key: (event) => withCommand(event) && !event.shiftKey && isKey(event, 'z'),
    keys: 'Mod Z',
  },
  {
    name: 'redo',
    icon: 'redo',
    when: canRedo,
    run: redo,
    key: (event) => withCommand(event) && (isKey(event, 'y') || (event.shiftKey && isKey(event, 'z'))),
    keys: 'Mod Shift Z',
  },
  {
    name: 'remove',
    icon: 'trash',
    when: hasSelection,
    run: remove,
    key: ({ key }) => key === 'Delete' || key === 'Backspace',
    keys: 'Delete',
  },
  {
    name: 'finish',
    icon: 'check',
    when: ({ draft }) => draft !== undefined,
    run: finish,
    key: ({ key }) => key === 'Enter',
    keys: 'Enter',
  },
  {
    name: 'cancel',
    icon: 'close',
    when: ({ draft, gesture, tool, selected }) =>
      draft !== undefined || gesture !== undefined || tool !== 'select' || selected.size > 0,
    run: (editor) =>
      editor.draft || editor.gesture
        ? cancel(editor)
        : editor.tool === 'select'
          ? select(editor, undefined)
          : withTool(editor, 'select'),
    key: ({ key }) => key === 'Escape',
    keys: 'Esc',
  },
  {
    name: 'duplicate',
    icon: 'copy',
    when: hasSelection,
    run: (editor) => duplicate(editor),
    key: (event) => withCommand(event) && isKey(event, 'd'),
    keys: 'Mod D',
  },
  {
    name: 'join',
    icon: 'compare',
    when: (editor) => hasSelection(editor) && joinFault(editor) === undefined,
    run: join,
    key: (event) => withCommand(event) && isKey(event, 'j'),
    keys: 'Mod J',
  },
  {
    name: 'halve',
    icon: 'cut',
    when: (editor) => hasSelection(editor) && cornered(editor) !== undefined,
    run: halve,
    key: (event) => withCommand(event) && isKey(event, 'k'),
    keys: 'Mod K',
  },
  {
    name: 'selectAll',
    icon: 'check',
    when: ({ shapes, draft }) => shapes.size > 0 && !draft,
    run: selectAll,
    key: (event) => withCommand(event) && isKey(event, 'a'),
    keys: 'Mod A',
  },
  {
    name: 'next',
    icon: 'right',
    when: ({ shapes, draft }) => shapes.size > 0 && !draft,
    run: (editor) => neighbour(editor, 1),
    key: (event) => plain(event, '.'),
    keys: '.',
  },
  {
    name: 'previous',
    icon: 'left',
    when: ({ shapes, draft }) => shapes.size > 0 && !draft,
    run: (editor) => neighbour(editor, -1),
    key: (event) => plain(event, ','),
    keys: ',',
  },
  {
    name: 'corner',
    icon: 'dot',
    when: (editor) => cornered(editor) !== undefined,
    run: nextCorner,
    key: (event) => plain(event, 'c'),
    keys: 'C',
  },
  {
    name: 'addCorner',
    icon: 'plus',
    when: (editor) => cornered(editor) !== undefined,
    run: (editor) => addCorner(editor, editor.corner ?? 0),
    key: (event) => plain(event, 'i'),
    keys: 'I',
  },
  {
    name: 'turnLeft',
    icon: 'undo',
    when: hasSelection,
    run: turnedBy(1),
    key: (event) => !withCommand(event) && (event.key === '[' || event.key === '{'),
    keys: '[',
  },
  {
    name: 'turnRight',
    icon: 'redo',
    when: hasSelection,
    run: turnedBy(-1),
    key: (event) => !withCommand(event) && (event.key === ']' || event.key === '}'),
    keys: ']',
  },
  {
    name: 'nudge',
    icon: 'navigate',
    when: hasSelection,
    run: nudged,
    key: (event) => !withCommand(event) && event.key in arrows,
    keys: '← ↑ ↓ →',
  },
];
