import { zoneTypes } from '@sweepline/contract';
import {
  changeSelected,
  joinFault,
  nudge,
  selectedShapes,
  turnSelected,
  type Editor,
  type Shape,
  type ZoneType,
} from '@sweepline/map-core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { SelectField } from '../../../../kit/form/select-field.tsx';
import { Button } from '../../../../kit/ui/button.tsx';
import { useWords } from '../../../../shared/words/use-words.ts';
import { editCommands, type CommandName } from '../../../../map-view/controls/commands.ts';
import { EditorNumber } from './inspector/editor-number.tsx';

interface Props {
  editor: Editor;
  edit: (change: (editor: Editor) => Editor) => void;
}

const offeredCommands: readonly CommandName[] = ['duplicate', 'halve', 'join', 'remove'];

/** The actions on the selection: move and turn by exact figures, duplicate, split, join, delete. */
export function EditorActs({ editor, edit }: Props) {
  const { t } = useTranslation('places/maps');
  const { t: view } = useTranslation('map-view');
  const shapes = selectedShapes(editor);
  const several = shapes.length > 1;
  const fault = several ? joinFault(editor) : undefined;
  return (
    <div className="maps-acts">
      {several && shapes.every(({ kind }) => kind === 'zone') && <ZoneTypes shapes={shapes} edit={edit} />}
      {(several || shapes[0]?.kind !== 'point') && <MoveBy edit={edit} />}
      <div className="maps-act-buttons">
        {editCommands
          .filter(({ name }) => offeredCommands.includes(name) && (several || name !== 'join'))
          .map(({ name, icon, when, run }) => (
            <Button
              key={name}
              look="plain"
              icon={icon}
              disabled={!when(editor)}
              {...(name === 'join' && fault && { title: t(`editor.joinFaults.${fault}`) })}
              onClick={() => edit((now) => run({ ...now, corner: undefined }))}
            >
              {view(name === 'remove' ? 'deleteAct' : `command.${name}`)}
            </Button>
          ))}
      </div>
      {fault === 'apart' && <p className="maps-hint">{t('editor.joinFaults.apart')}</p>}
    </div>
  );
}

function ZoneTypes({ shapes, edit }: { shapes: readonly Shape[]; edit: Props['edit'] }) {
  const { t } = useTranslation('places/maps');
  const { word } = useWords();
  const types = new Set(shapes.map((shape) => ('type' in shape ? shape.type : '')));
  return (
    <SelectField<ZoneType>
      label={t('zoneType')}
      className="maps-editor-field"
      placeholder={t('editor.mixed')}
      value={types.size === 1 ? ([...types][0] as ZoneType) : null}
      onChange={(type) =>
        edit((now) => changeSelected(now, (shape) => (shape.kind === 'zone' ? { ...shape, type } : shape)))
      }
      options={zoneTypes.map((type) => ({ value: type, label: word('zoneType', type) }))}
    />
  );
}

function MoveBy({ edit }: Pick<Props, 'edit'>) {
  const { t } = useTranslation('places/maps');
  const [offset, setOffset] = useState({ x: 0, y: 0, degrees: 0 });
  return (
    <fieldset className="maps-move">
      <legend>{t('editor.moveBy')}</legend>
      <EditorNumber label="x" value={offset.x} unit="m" onChange={(x) => setOffset({ ...offset, x })} />
      <EditorNumber label="y" value={offset.y} unit="m" onChange={(y) => setOffset({ ...offset, y })} />
      <Button
        look="quiet"
        icon="check"
        aria-label={t('editor.move')}
        disabled={offset.x === 0 && offset.y === 0}
        onClick={() => edit((now) => nudge({ ...now, corner: undefined }, offset))}
      />
      <EditorNumber
        label={t('editor.turnBy')}
        value={offset.degrees}
        digits={1}
        unit="°"
        min={-180}
        max={180}
        onChange={(degrees) => setOffset({ ...offset, degrees })}
      />
      <Button
        look="quiet"
        icon="check"
        aria-label={t('editor.turn')}
        disabled={offset.degrees === 0}
        onClick={() => edit((now) => turnSelected(now, (offset.degrees * Math.PI) / 180))}
      />
    </fieldset>
  );
}
