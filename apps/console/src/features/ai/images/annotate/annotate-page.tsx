import { aiImageCalls, pages, type AiImageDetail } from '@sweepline/contract';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'react-router';
import { callQuery } from '../../../../kit/api/api.ts';
import { may } from '../../../../kit/api/may.ts';
import { formatTime } from '../../../../kit/format/format.ts';
import { Button } from '../../../../kit/ui/button.tsx';
import { Failure } from '../../../../kit/ui/failure.tsx';
import { usePageName } from '../../../../kit/ui/page-name.ts';
import { Skeleton } from '../../../../kit/ui/skeleton.tsx';
import { useOriginal } from '../ai-picture.tsx';
import { LabelState } from '../image-states.tsx';
import './annotate.css';
import { ConflictDialog } from './conflict-dialog.tsx';
import { LabelCanvas } from './label-canvas.tsx';
import { SaveState } from './save-state.tsx';
import { SidePanel } from './side-panel.tsx';
import { ToolBar } from './tool-bar.tsx';
import { useAnnotateKeys } from './use-annotate-keys.ts';
import { useDrawing } from './use-drawing.ts';
import { useLabels } from './use-labels.ts';
import { useNeighbours, type Neighbours } from './use-neighbours.ts';
import { useZoom } from './use-zoom.ts';

/** One image on which people mark what they see. */
export function AnnotatePage() {
  const id = useSearchParams()[0].get('id') ?? '';
  const neighbours = useNeighbours(id);
  const { data, error, refetch } = useQuery({
    ...callQuery(aiImageCalls.detail, { id }),
    meta: { silent: true },
  });
  if (error && !data) return <Failure error={error} onRetry={() => void refetch()} />;
  if (!data) return <Skeleton lines={12} />;
  // Another image begins with nothing to undo.
  return <Annotation key={data.id} image={data} neighbours={neighbours} />;
}

function Annotation({ image, neighbours }: { image: AiImageDetail; neighbours: Neighbours }) {
  const { t } = useTranslation('ai/images');
  const labels = useLabels(image);
  const drawing = useDrawing(labels, image.classes);
  const zoom = useZoom(image.width, image.height);
  const url = useOriginal(image.id);
  const mayLabel = may(aiImageCalls.label.allow) && image.classes.length > 0;
  useAnnotateKeys({ image, labels, drawing, zoom, neighbours, mayLabel });
  const name = `${image.deviceName} · ${formatTime(image.takenAt)}`;
  usePageName(name);
  const { place } = neighbours;
  return (
    <section className="ai-annotate">
      <header className="sl-page-head">
        <h1>{name}</h1>
        <LabelState state={labels.saved.labelState} />
        <SaveState labels={labels} />
        <div className="sl-page-actions">
          <Button icon="cards" onClick={() => neighbours.back(pages.aiImages.path)}>
            {t('back')}
          </Button>
          <Button
            icon="left"
            aria-label={t('previous')}
            disabled={!neighbours.hasPrevious}
            onClick={neighbours.previous}
          />
          {place && (
            <span>
              {place.at} / {place.of}
            </span>
          )}
          <Button
            icon="right"
            aria-label={t('next')}
            disabled={!neighbours.hasNext}
            onClick={neighbours.next}
          />
        </div>
      </header>
      <ToolBar drawing={drawing} zoom={zoom} labels={labels} mayLabel={mayLabel} />
      <div className="ai-annotate-body">
        <LabelCanvas
          image={image}
          url={url}
          shapes={labels.shapes}
          drawing={mayLabel ? drawing : { ...drawing, tool: 'SELECT' }}
          zoom={zoom}
        />
        <SidePanel image={image} labels={labels} drawing={drawing} mayLabel={mayLabel} />
      </div>
      {labels.conflict && <ConflictDialog conflict={labels.conflict} onSettle={labels.settle} />}
    </section>
  );
}
