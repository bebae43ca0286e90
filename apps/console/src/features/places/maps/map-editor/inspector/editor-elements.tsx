import {
  layerNames,
  layerOf,
  select,
  toggle,
  withSettings,
  type Editor,
  type Finding,
  type LayerName,
  type Shape,
} from '@sweepline/map-core';
import { memo, useMemo, useState, type MouseEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '../../../../../kit/ui/button.tsx';
import { formatNumber } from '../../../../../kit/format/format.ts';
import { Icon } from '../../../../../kit/ui/icon.tsx';
import { useLabels } from './editor-labels.ts';
import { EditorSwatch } from './editor-swatch.tsx';
import { useMoreRows } from '../../map-list/more-rows.tsx';

interface Props {
  editor: Editor;
  findings: readonly Finding[];
  edit: (change: (editor: Editor) => Editor) => void;
  /** Shows an element on the map. */
  onFind: (id: string) => void;
}

/** All elements of the map by layer: find, select, hide and lock them without a pointer. */
export function EditorElements({ editor, findings, edit, onFind }: Props) {
  const { t } = useTranslation('places/maps');
  const { shapeName } = useLabels();
  const [search, setSearch] = useState('');
  // The list does not update during a drag; it renders once the drag ends.
  const shapes = editor.gesture?.origin ?? editor.shapes;
  const layers = useMemo(() => {
    const query = search.trim().toLocaleLowerCase();
    const matches = [...shapes.values()].filter(
      (shape) => !query || shapeName(shape).toLocaleLowerCase().includes(query),
    );
    return Map.groupBy(matches, layerOf);
  }, [shapes, search, shapeName]);
  const faulty = useMemo(() => new Set(findings.flatMap(({ shapeIds }) => shapeIds)), [findings]);
  const visibleLayers = layerNames.filter((layer) => layers.has(layer));
  return (
    <>
      <input
        className="sl-input maps-editor-search"
        type="search"
        placeholder={t('editor.search')}
        aria-label={t('editor.search')}
        value={search}
        onChange={({ target }) => setSearch(target.value)}
      />
      {visibleLayers.length === 0 && (
        <p className="maps-hint">{t(shapes.size === 0 ? 'editor.nothing' : 'editor.nothingFound')}</p>
      )}
      {visibleLayers.map((layer) => (
        <Layer
          key={layer}
          layer={layer}
          shapes={layers.get(layer)!}
          faulty={faulty}
          selected={editor.selected}
          hidden={editor.settings.hidden}
          locked={editor.settings.locked}
          edit={edit}
          onFind={onFind}
        />
      ))}
    </>
  );
}

interface LayerProps extends Pick<Props, 'edit' | 'onFind'> {
  layer: LayerName;
  shapes: readonly Shape[];
  faulty: ReadonlySet<string>;
  selected: ReadonlySet<string>;
  hidden: ReadonlySet<LayerName>;
  locked: ReadonlySet<LayerName>;
}

const Layer = memo(function Layer(props: LayerProps) {
  const { layer, shapes, faulty, selected, hidden, locked, edit, onFind } = props;
  const { t } = useTranslation('places/maps');
  const { layerName, shapeName } = useLabels();
  const [open, setOpen] = useState(shapes.length <= 40);
  const name = layerName(layer);
  const { visibleRows, more } = useMoreRows(shapes);
  const turn = (setting: 'hidden' | 'locked') =>
    edit((now) => {
      const next = new Set(now.settings[setting]);
      if (!next.delete(layer)) next.add(layer);
      const remaining = [...now.selected].filter((id) => {
        const shape = now.shapes.get(id);
        return shape && !next.has(layerOf(shape));
      });
      return select(withSettings(now, { [setting]: next }), remaining);
    });
  const choose = (id: string) => (event: MouseEvent) => {
    if (event.shiftKey || event.ctrlKey || event.metaKey) edit((now) => toggle(now, id));
    else onFind(id);
  };
  return (
    <section className="maps-layer" data-hidden={hidden.has(layer) || undefined}>
      <header>
        <button type="button" className="maps-layer-name" aria-expanded={open} onClick={() => setOpen(!open)}>
          <Icon name={open ? 'down' : 'right'} size={14} />
          <EditorSwatch layer={layer} />
          <span>{name}</span>
          <small>{formatNumber(shapes.length)}</small>
        </button>
        <Button
          look="quiet"
          icon={hidden.has(layer) ? 'unseen' : 'seen'}
          aria-pressed={hidden.has(layer)}
          aria-label={t('editor.hide', { name })}
          onClick={() => turn('hidden')}
        />
        <Button
          look="quiet"
          icon="lock"
          className={locked.has(layer) ? 'maps-layer-on' : ''}
          aria-pressed={locked.has(layer)}
          aria-label={t('editor.lock', { name })}
          onClick={() => turn('locked')}
        />
      </header>
      {open && (
        <ul aria-label={name}>
          {visibleRows.map((shape, index) => (
            <li key={shape.id}>
              <button
                type="button"
                className="maps-element"
                aria-pressed={selected.has(shape.id)}
                onClick={choose(shape.id)}
              >
                <span>{'name' in shape && shape.name ? shape.name : `${shapeName(shape)} ${index + 1}`}</span>
                {faulty.has(shape.id) && <Icon name="alert" size={14} className="maps-zone-fault" />}
              </button>
            </li>
          ))}
          {more}
        </ul>
      )}
    </section>
  );
});
