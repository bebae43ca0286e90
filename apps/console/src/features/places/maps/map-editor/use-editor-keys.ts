import { copied, paste, remove, shapesIn, type Editor, type Point } from '@sweepline/map-core';
import { useEffect, useRef } from 'react';
import { isTyping } from '../../../../kit/keys/is-typing.ts';
import { editCommands } from '../../../../map-view/controls/commands.ts';
import { toolFor } from '../../../../map-view/controls/tools.ts';

interface KeyContext {
  editor: Editor;
  edit: (change: (editor: Editor) => Editor) => void;
  /** The place for pasted elements: the middle of the view. */
  middle: () => Point | undefined;
  /** Keys of the page itself, by name of the key. */
  own: Record<string, () => void>;
  save: () => void;
}

/** The editor's keys and clipboard for the whole page; in fields, keys and clipboard belong to the field. */
export function useEditorKeys(context: KeyContext) {
  const latest = useRef(context);
  useEffect(() => {
    latest.current = context;
  });
  useEffect(() => {
    const controller = new AbortController();
    const { signal } = controller;
    addEventListener('keydown', (event) => handleKey(event, latest.current), { signal });
    for (const name of ['copy', 'cut', 'paste'] as const)
      addEventListener(name, (event) => clipboard[name](event, latest.current), { signal });
    return () => controller.abort();
  }, []);
}

function handleKey(event: KeyboardEvent, { editor, edit, own, save }: KeyContext) {
  if (event.defaultPrevented || isTyping(event.target)) return;
  const withCommand = event.ctrlKey || event.metaKey;
  if (withCommand && event.key.toLowerCase() === 's') {
    event.preventDefault();
    return save();
  }
  const ownKey = withCommand || event.altKey ? undefined : own[event.key];
  // Enter and Space belong to the button that has the focus.
  const command =
    event.key === 'Enter' ? undefined : editCommands.find(({ key, when }) => key(event) && when(editor));
  const tool = event.key.length === 1 ? toolFor(event) : undefined;
  if (!ownKey && !command && !tool) return;
  event.preventDefault();
  if (ownKey) ownKey();
  else if (command) edit((now) => command.run(now, event));
  else if (tool) edit(tool.take);
}

type Clip = (event: ClipboardEvent, context: KeyContext) => void;

const take: Clip = (event, { editor }) => {
  if (isTyping(event.target) || editor.selected.size === 0 || getSelection()?.toString()) return;
  event.clipboardData?.setData('text/plain', copied(editor));
  event.preventDefault();
};

const clipboard: Record<'copy' | 'cut' | 'paste', Clip> = {
  copy: take,
  cut: (event, context) => {
    take(event, context);
    if (event.defaultPrevented) context.edit((now) => remove({ ...now, corner: undefined }));
  },
  paste: (event, { edit, middle }) => {
    if (isTyping(event.target)) return;
    const shapes = shapesIn(event.clipboardData?.getData('text/plain') ?? '');
    if (shapes.length === 0) return;
    event.preventDefault();
    edit((now) => paste(now, shapes, middle()));
  },
};
