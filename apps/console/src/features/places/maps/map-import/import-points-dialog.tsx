import { mapDraftCalls, pointTypes } from '@sweepline/contract';
import { addShapes, insideBox, shapesOf, type Editor, type Shape } from '@sweepline/map-core';
import { useMutation } from '@tanstack/react-query';
import { Dialog } from '../../../../kit/form/dialog.tsx';
import { useId, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '../../../../kit/ui/button.tsx';
import { CallError } from '../../../../kit/api/api.ts';
import { formatNumber } from '../../../../kit/format/format.ts';
import { PointsPreview } from './points-preview.tsx';
import { upload } from './upload.ts';

interface Props {
  mapId: string;
  editor: Editor;
  edit: (change: (editor: Editor) => Editor) => void;
  onClose: () => void;
}

/** Imports points of another fleet system: previewed first, then added as one undo step. */
export function ImportPointsDialog({ mapId, editor, edit, onClose }: Props) {
  const { t } = useTranslation('places/maps');
  const { t: kit } = useTranslation('kit');
  const input = useRef<HTMLInputElement>(null);
  const hint = useId();
  const read = useMutation({
    meta: { silent: true },
    mutationFn: async (lif: File) => ({
      name: lif.name,
      ...(await upload(mapDraftCalls.readPoints, { mapId }, { lif })),
    }),
  });
  const { map } = editor.settings;
  const all = read.data ? shapesOf({ points: read.data.points }).filter(isPoint) : [];
  const fresh = all.filter(({ id }) => !editor.shapes.has(id));
  const outside = fresh.filter((point) => map && !insideBox(point, map)).length;
  const add = () => {
    edit((now) =>
      addShapes(
        now,
        fresh.filter(({ id }) => !now.shapes.has(id)),
      ),
    );
    onClose();
  };
  return (
    <Dialog
      open
      width={520}
      title={t('lif.title')}
      onCancel={onClose}
      footer={
        <>
          <Button onClick={onClose}>{kit('cancel')}</Button>
          <Button look="main" icon="plus" disabled={fresh.length === 0} onClick={add}>
            {t('lif.add', { count: fresh.length })}
          </Button>
        </>
      }
    >
      <div className="maps-lif">
        <p id={hint} className="maps-hint">
          {t('lif.hint')}
        </p>
        <input
          ref={input}
          hidden
          type="file"
          data-slot="lif"
          accept=".json,.lif,application/json"
          onChange={({ target }) => {
            const [file] = target.files ?? [];
            if (file) read.mutate(file);
            // The same file can be chosen again after it was corrected.
            target.value = '';
          }}
        />
        <Button
          icon="upload"
          busy={read.isPending}
          aria-describedby={hint}
          onClick={() => input.current?.click()}
        >
          {t(read.data || read.error ? 'replaceFile' : 'chooseFile')}
        </Button>
        {read.error && (
          <p className="maps-lif-fault" role="alert">
            {faultOf(read.error)}
          </p>
        )}
        {read.data && (
          <>
            <PointsPreview editor={editor} points={fresh} />
            <FoundPoints {...read.data} fresh={fresh} skipped={all.length - fresh.length} outside={outside} />
          </>
        )}
      </div>
    </Dialog>
  );
}

type PointShape = Extract<Shape, { kind: 'point' }>;
const isPoint = (shape: Shape): shape is PointShape => shape.kind === 'point';

/** The text of the file, which names the place of the fault. */
const faultOf = (error: Error) => (error instanceof CallError && error.fields['lif']) || error.message;

interface FoundProps {
  name: string;
  layout: string;
  layouts: number;
  fresh: readonly PointShape[];
  skipped: number;
  outside: number;
}

function FoundPoints({ name, layout, layouts, fresh, skipped, outside }: FoundProps) {
  const { t } = useTranslation('places/maps');
  const { t: view } = useTranslation('map-view');
  const counted = (count: number) => ({ count, shown: formatNumber(count) });
  const notes = [
    layouts > 1 && t('lif.layouts', { ...counted(layouts), layout }),
    skipped > 0 && t('lif.skipped', counted(skipped)),
    outside > 0 && t('lif.outside', counted(outside)),
  ].filter(Boolean);
  return (
    <div role="status">
      <p>
        <strong>{t('lif.found', { ...counted(fresh.length), name })}</strong>
      </p>
      <ul className="maps-lif-types">
        {pointTypes.map((type) => {
          const count = fresh.filter((point) => point.type === type).length;
          return (
            count > 0 && (
              <li key={type}>
                {view(`pointType.${type}`)} <small>{formatNumber(count)}</small>
              </li>
            )
          );
        })}
      </ul>
      {notes.map((note) => (
        <p key={String(note)} className="maps-hint">
          {note}
        </p>
      ))}
    </div>
  );
}
