import { pointTypes, zoneTypes } from '@sweepline/contract';
import {
  chosenIn,
  hasCorners,
  lengthOf,
  placesOf,
  polygonArea,
  replace,
  select,
  selectedShapes,
  shapeFault,
  type Editor,
  type Shape,
  type SiteLift,
} from '@sweepline/map-core';
import { useTranslation } from 'react-i18next';
import { Button } from '../../../../../kit/ui/button.tsx';
import { Figure } from '../../../../../kit/ui/figure.tsx';
import { SelectField } from '../../../../../kit/form/select-field.tsx';
import { formatArea, formatMetres, formatNumber } from '../../../../../kit/format/format.ts';
import { Icon } from '../../../../../kit/ui/icon.tsx';
import { useWords } from '../../../../../shared/words/use-words.ts';
import { EditorActs } from '../editor-acts.tsx';
import { useLabels } from './editor-labels.ts';
import { EditorPlaces } from './editor-places.tsx';
import { EditorText } from './editor-text.tsx';
import { LiftFields } from './lift-fields.tsx';

interface Props {
  editor: Editor;
  edit: (change: (editor: Editor) => Editor) => void;
  mapId: string;
  /** The elevators of the site. */
  lifts: readonly SiteLift[] | undefined;
}

/** The selection to the centimetre: name, type, coordinates and actions. */
export function EditorInspector({ editor, edit, mapId, lifts }: Props) {
  const { t } = useTranslation('places/maps');
  const { shapeName } = useLabels();
  const shapes = selectedShapes(editor);
  const shape = chosenIn(editor);
  if (shapes.length === 0) return null;
  const title = shape ? shapeName(shape) : t('editor.selected', { count: shapes.length });
  return (
    <section className="maps-inspector maps-editor-inspector" aria-label={title}>
      <header>
        <h2>{title}</h2>
        <Button
          look="quiet"
          icon="close"
          aria-label={t('closeZone')}
          onClick={() => edit((now) => select(now, undefined))}
        />
      </header>
      {shape && <OneShape shape={shape} editor={editor} edit={edit} mapId={mapId} lifts={lifts} />}
      <EditorActs editor={editor} edit={edit} />
    </section>
  );
}

function OneShape({ shape, editor, edit, mapId, lifts }: Props & { shape: Shape }) {
  const { t } = useTranslation('places/maps');
  const fault = shapeFault(shape, editor.settings.map);
  const put = (next: Shape) => edit((now) => replace(now, next));
  return (
    <>
      {'name' in shape && (
        <EditorText
          key={shape.id}
          label={t('zoneNameLabel')}
          value={shape.name}
          required={shape.kind === 'zone'}
          onChange={(name) => put({ ...shape, name })}
        />
      )}
      <TypeChoice shape={shape} put={put} />
      {shape.kind === 'zone' && <p className="maps-hint">{t(`zoneHints.${shape.type}`)}</p>}
      {shape.kind === 'point' && shape.type.startsWith('LIFT') && (
        <LiftFields spot={shape} put={put} lifts={lifts} mapId={mapId} />
      )}
      <EditorPlaces shape={shape} corner={editor.corner} edit={edit} />
      <Facts shape={shape} />
      {fault && (
        <p className="maps-fault" role="alert">
          <Icon name="alert" size={16} />
          {t(`shapeFaults.${fault}`)}
        </p>
      )}
    </>
  );
}

function TypeChoice({ shape, put }: { shape: Shape; put: (next: Shape) => void }) {
  const { t } = useTranslation('places/maps');
  const { t: view } = useTranslation('map-view');
  const { word } = useWords();
  if (shape.kind !== 'zone' && shape.kind !== 'point') return null;
  const options =
    shape.kind === 'zone'
      ? zoneTypes.map((value) => ({ value, label: word('zoneType', value) }))
      : pointTypes.map((value) => ({ value, label: view(`pointType.${value}`) }));
  return (
    <SelectField<string>
      label={t('zoneType')}
      className="maps-editor-field"
      value={shape.type}
      onChange={(type) => put({ ...shape, type } as Shape)}
      options={options}
    />
  );
}

function Facts({ shape }: { shape: Shape }) {
  const { t } = useTranslation('places/maps');
  if (shape.kind === 'point') return null;
  return (
    <dl className="maps-facts">
      {shape.kind === 'zone' ? (
        <>
          <dt>{t('area')}</dt>
          <dd>
            <Figure value={formatArea(polygonArea(shape.points))} />
          </dd>
        </>
      ) : (
        <>
          <dt>{t('editor.length')}</dt>
          <dd>
            <Figure value={formatMetres(lengthOf(placesOf(shape)))} />
          </dd>
        </>
      )}
      {hasCorners(shape) && (
        <>
          <dt>{t('corners')}</dt>
          <dd>{formatNumber(shape.points.length)}</dd>
        </>
      )}
    </dl>
  );
}
