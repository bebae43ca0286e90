import { pointTypes, zoneTypes } from '@sweepline/contract';
import {
  boxAround,
  FREE,
  nextId,
  nextName,
  OCCUPIED,
  paintBox,
  radiansOf,
  replace,
  shapeFault,
  UNKNOWN,
  type Editor,
  type Point,
  type PointType,
  type Shape,
  type ZoneType,
} from '@sweepline/map-core';
import { Dialog } from '../../../../kit/form/dialog.tsx';
import { useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { SelectField } from '../../../../kit/form/select-field.tsx';
import { Button } from '../../../../kit/ui/button.tsx';
import { useWords } from '../../../../shared/words/use-words.ts';
import { EditorNumber, numberIn } from './inspector/editor-number.tsx';

interface Props {
  editor: Editor;
  edit: (change: (editor: Editor) => Editor) => void;
  onClose: () => void;
}

const lines = ['wall', 'segment', 'bump', 'slope'] as const;
const floors = { floor: FREE, obstacle: OCCUPIED, unknown: UNKNOWN } as const;
type Floor = keyof typeof floors;
type What = ZoneType | PointType | (typeof lines)[number] | `paint ${Floor}`;

/** One point per line: "x y", also with a comma or semicolon between. Undefined when a line is not a point. */
function placesIn(text: string): Point[] | undefined {
  const rows = text.split('\n').filter((row) => row.trim() !== '');
  const places = rows.map((row) =>
    row
      .trim()
      .split(/[;\t ]+|,\s+/)
      .map(numberIn),
  );
  return places.every(
    (pair): pair is [number, number] => pair.length === 2 && pair.every((n) => n !== undefined),
  )
    ? places.map(([x, y]) => ({ x, y }))
    : undefined;
}

/** Creates an element from typed coordinates. It also serves users who cannot use a pointer. */
export function EditorAddDialog({ editor, edit, onClose }: Props) {
  const { t } = useTranslation('places/maps');
  const { t: kit } = useTranslation('kit');
  const id = useId();
  const [what, setWhat] = useState<What>('CLEAN');
  const [text, setText] = useState('');
  const [degrees, setDegrees] = useState(0);
  const places = placesIn(text);
  const paints = what.startsWith('paint ');
  const shape = places && !paints ? shapeFrom(editor, what, places, degrees) : undefined;
  const fault = shape && text.trim() !== '' ? shapeFault(shape, editor.settings.map) : undefined;
  const ready = paints ? places?.length === 2 : shape !== undefined && !fault && text.trim() !== '';
  const add = () => {
    if (paints && places) {
      const value = floors[what.replace('paint ', '') as Floor];
      edit((now) => paintBox(now, boxAround(places), value));
    } else if (shape) edit((now) => replace(now, shape));
    onClose();
  };
  return (
    <Dialog
      open
      width={460}
      title={t('editor.addTitle')}
      onCancel={onClose}
      footer={
        <>
          <Button onClick={onClose}>{kit('cancel')}</Button>
          <Button look="main" icon="plus" disabled={!ready} onClick={add}>
            {t('editor.addAct')}
          </Button>
        </>
      }
    >
      <div className="maps-add">
        <WhatChoice what={what} onChange={setWhat} />
        <label htmlFor={id}>{t('editor.coordinates')}</label>
        <textarea
          id={id}
          className="sl-input"
          rows={6}
          value={text}
          placeholder={'12.50 3.20\n14.00 3.20\n14.00 6.75'}
          onChange={({ target }) => setText(target.value)}
        />
        <p className="maps-hint">{t(paints ? 'editor.paintHint' : 'editor.coordinatesHint')}</p>
        {pointTypes.some((type) => type === what) && (
          <EditorNumber
            label={t('editor.heading')}
            value={degrees}
            unit="°"
            digits={1}
            min={-180}
            max={180}
            onChange={setDegrees}
          />
        )}
        <p className="maps-add-fault" role="status">
          {places === undefined ? t('editor.notPlaces') : fault ? t(`shapeFaults.${fault}`) : ''}
        </p>
      </div>
    </Dialog>
  );
}

function WhatChoice({ what, onChange }: { what: What; onChange: (what: What) => void }) {
  const { t } = useTranslation('places/maps');
  const { t: view } = useTranslation('map-view');
  const { word } = useWords();
  const group = <V extends What>(label: string, values: readonly V[], text: (value: V) => string) => ({
    label,
    options: values.map((value) => ({ value, label: text(value) })),
  });
  return (
    <SelectField<What>
      label={t('zoneType')}
      className="maps-editor-field"
      value={what}
      onChange={onChange}
      options={[
        group(t('zonesTitle'), zoneTypes, (type) => word('zoneType', type)),
        group(t('editor.lines'), lines, (kind) => t(`editor.kinds.${kind}`)),
        group(t('editor.kinds.point'), pointTypes, (type) => view(`pointType.${type}`)),
        {
          label: view('tool.brush'),
          options: (['floor', 'obstacle', 'unknown'] as const).map((floor) => ({
            value: `paint ${floor}` as const,
            label: view(`brush.${floor}`),
          })),
        },
      ]}
    />
  );
}

/** The element the points form; undefined while there are no points. */
function shapeFrom(editor: Editor, what: What, places: readonly Point[], degrees: number): Shape | undefined {
  const id = nextId(editor);
  const [first, second] = places;
  if (!first) return undefined;
  const zone = zoneTypes.find((type) => type === what);
  if (zone) return { id, kind: 'zone', type: zone, name: nextName(editor, zone), points: places };
  const point = pointTypes.find((type) => type === what);
  if (point)
    return {
      id,
      kind: 'point',
      type: point,
      name: nextName(editor, point),
      ...first,
      theta: radiansOf(degrees),
    };
  if (what === 'slope') return { id, kind: 'slope', low: first, high: second ?? first };
  const kind = lines.find((candidate) => candidate === what);
  return kind && kind !== 'slope' ? { id, kind, points: places } : undefined;
}
