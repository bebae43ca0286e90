import { useEffect } from 'react';
import { editCommands } from '../../map-view/commands.ts';
import type { Edit } from './use-zone-editor.ts';
import type { Editor } from '@sweepline/map-core';

const typing = (target: EventTarget | null) =>
  target instanceof HTMLElement &&
  target.closest('input, select, textarea, [contenteditable], [role=dialog]') !== null;

/** The editor's keys wherever the focus is on the page; on the map itself and in fields they are already taken. */
export function useEditorKeys(editor: Editor, edit: Edit) {
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      // Enter belongs to the button that has the focus.
      if (event.defaultPrevented || event.key === 'Enter' || typing(event.target)) return;
      const command = editCommands.find(({ key, when }) => key(event) && when(editor));
      if (!command) return;
      event.preventDefault();
      edit(command.run);
    };
    addEventListener('keydown', press);
    return () => removeEventListener('keydown', press);
  }, [editor, edit]);
}
