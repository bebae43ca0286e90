import {
  draftFault,
  shapeFault,
  withSettings,
  type Editor,
  type ShapeFault,
  type ToolName,
} from '@sweepline/map-core';
import { zoneTypes } from '@sweepline/contract';
import { useTranslation } from 'react-i18next';
import { Button } from '../kit/button.tsx';
import { Icon } from '../kit/icon.tsx';
import { editCommands, tools } from './commands.ts';

interface Props {
  editor: Editor;
  onEdit: (change: (editor: Editor) => Editor) => void;
  /** All tools when left out. */
  offered?: readonly ToolName[];
}

/** The editor's tools and commands, and a word on why a drawing cannot be finished. */
export function MapTools({ editor, onEdit, offered }: Props) {
  const { t } = useTranslation('map-view');
  const drawsZone = editor.tool === 'zone' || editor.tool === 'rectangle';
  const fault = faultOf(editor);
  return (
    <div className="sl-map-editing">
      <div
        className="sl-map-panel sl-map-tools"
        role="toolbar"
        aria-label={t('tools')}
        aria-orientation="vertical"
      >
        {tools
          .filter(({ name }) => offered?.includes(name) ?? true)
          .map(({ name, icon, key, take }) => (
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
        {editCommands.map(({ name, icon, when, run }) => (
          <Button
            key={name}
            look="quiet"
            icon={icon}
            aria-label={t(`command.${name}`)}
            disabled={!when(editor)}
            onClick={() => onEdit(run)}
          />
        ))}
      </div>
      {drawsZone && (
        <label className="sl-map-panel sl-map-zone-type">
          <span className="sl-sr-only">{t('zoneTypeLabel')}</span>
          <select
            className="sl-input"
            value={editor.settings.zoneType}
            onChange={({ target }) => {
              const zoneType = zoneTypes.find((type) => type === target.value);
              if (zoneType) onEdit((now) => withSettings(now, { zoneType }));
            }}
          >
            {zoneTypes.map((type) => (
              <option key={type} value={type}>
                {t(`zoneType.${type}`)}
              </option>
            ))}
          </select>
        </label>
      )}
      <p className="sl-map-hint" role="status">
        {fault ? t(`fault.${fault}`) : editor.draft ? t('drawing') : ''}
      </p>
    </div>
  );
}

/** Few corners are no fault while the outline is still being drawn. */
function faultOf(editor: Editor): ShapeFault | undefined {
  const chosen = editor.selected === undefined ? undefined : editor.shapes.get(editor.selected);
  const fault = editor.draft ? draftFault(editor) : chosen && shapeFault(chosen, editor.settings.map);
  return editor.draft &&
    (fault === 'tooFewCorners' || (fault === 'selfCrossing' && editor.draft.points.length < 4))
    ? undefined
    : fault;
}
