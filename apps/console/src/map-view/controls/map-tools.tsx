import { chosenIn, draftFault, shapeFault, type Editor, type ShapeFault } from '@sweepline/map-core';
import { useTranslation } from 'react-i18next';
import { Button } from '../../kit/ui/button.tsx';
import { Icon } from '../../kit/ui/icon.tsx';
import { editCommands, type EditCommand } from './commands.ts';
import { tools } from './tools.ts';
import { ToolSettings } from './tool-settings.tsx';

interface Props {
  editor: Editor;
  onEdit: (change: (editor: Editor) => Editor) => void;
}

const shownCommands = editCommands.filter(({ name }) =>
  ['undo', 'redo', 'remove', 'finish', 'cancel'].includes(name),
);

/** The editor's tools and commands, and the reason why a drawing cannot be finished. */
export function MapTools({ editor, onEdit }: Props) {
  const { t } = useTranslation('map-view');
  const fault = faultOf(editor);
  const hint = editor.draft
    ? t(editor.draft.kind === 'zone' ? 'drawing' : 'drawingLine')
    : editor.tool === 'brush' || editor.tool === 'cut' || editor.tool === 'slope'
      ? t(`toolHint.${editor.tool}`)
      : '';
  return (
    <div className="sl-map-editing">
      <div
        className="sl-map-panel sl-map-tools"
        role="toolbar"
        aria-label={t('tools')}
        aria-orientation="vertical"
      >
        {tools.map(({ name, icon, key, take }) => (
          <button
            key={name}
            type="button"
            className="sl-map-switch"
            aria-pressed={editor.tool === name}
            aria-label={t(`tool.${name}`)}
            aria-keyshortcuts={key}
            title={`${t(`tool.${name}`)} (${key.toUpperCase()})`}
            onClick={() => onEdit(take)}
          >
            <Icon name={icon} size={18} />
          </button>
        ))}
        <hr />
        {shownCommands.map((command) => (
          <CommandButton key={command.name} command={command} editor={editor} onEdit={onEdit} />
        ))}
      </div>
      <ToolSettings editor={editor} onEdit={onEdit} />
      <p className="sl-map-hint" role="status">
        {fault ? t(`fault.${fault}`) : hint}
      </p>
    </div>
  );
}

/** Undo and redo name the step they affect. */
function CommandButton({ command, editor, onEdit }: Props & { command: EditCommand }) {
  const { t } = useTranslation('map-view');
  const { name, icon, when, run } = command;
  const step = name === 'undo' ? editor.undo.at(-1) : name === 'redo' ? editor.redo.at(-1) : undefined;
  const text = t(`command.${name}`);
  const label =
    step && !editor.draft ? t('commandStep', { command: text, step: t(`step.${step.name}`) }) : text;
  return (
    <Button
      look="quiet"
      icon={icon}
      aria-label={label}
      disabled={!when(editor)}
      onClick={() => onEdit((now) => run(now))}
    />
  );
}

/** Too few corners are not an error while the outline is being drawn. */
function faultOf(editor: Editor): ShapeFault | undefined {
  const chosen = chosenIn(editor);
  const fault = editor.draft ? draftFault(editor) : chosen && shapeFault(chosen, editor.settings.map);
  return editor.draft &&
    (fault === 'tooFewCorners' || (fault === 'selfCrossing' && editor.draft.points.length < 4))
    ? undefined
    : fault;
}
