import { aiImageCalls, pages, type AiImage } from '@sweepline/contract';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, useSearchParams } from 'react-router';
import { formatTime } from '../../../kit/format/format.ts';
import type { Column } from '../../../kit/list/column.ts';
import { BulkBar } from '../../../kit/list/bulk-bar.tsx';
import { ListPage } from '../../../kit/list/list-page.tsx';
import { useList } from '../../../kit/list/use-list.ts';
import { useRowSelection } from '../../../kit/list/use-row-selection.ts';
import { Empty } from '../../../kit/ui/empty.tsx';
import { Thumbnail } from './ai-picture.tsx';
import './ai-images.css';
import { ImageBulk } from './image-bulk.tsx';
import { ImageFilters, MoreFilters } from './image-filters.tsx';
import { LabelState, SelectionState } from './image-states.tsx';

const noColumns: readonly Column<AiImage>[] = [];

/** The images that robots uploaded, as a grid. */
export function AiImageListPage() {
  const { t } = useTranslation('ai/images');
  const list = useList(aiImageCalls.list);
  const { chosen, picked, choose, chooseAll, clear } = useRowSelection(list.rows);
  const all = list.rows.length > 0 && picked.length === list.rows.length;
  const grid = (
    <>
      <label className="ai-select-all">
        <input type="checkbox" checked={all} onChange={(event) => chooseAll(event.target.checked)} />
        {t('selectAll')}
      </label>
      <ul className="ai-grid">
        {list.rows.map((image) => (
          <ImageCard
            key={image.id}
            image={image}
            isChosen={chosen.has(image.id)}
            onChoose={(on) => choose(image, on)}
          />
        ))}
      </ul>
      {picked.length > 0 && (
        <BulkBar count={picked.length} onClear={clear}>
          <ImageBulk ids={picked.map(({ id }) => id)} onDone={clear} />
        </BulkBar>
      )}
    </>
  );
  return (
    <ListPage
      title={t('title')}
      list={list}
      columns={noColumns}
      filters={<ImageFilters />}
      more={<MoreFilters />}
      empty={
        <Empty icon="camera" title={t('empty')} hint={t('emptyHint')}>
          <Link to={pages.aiProjects()}>{t('toProjects')}</Link>
        </Empty>
      }
    >
      {grid}
    </ListPage>
  );
}

interface CardProps {
  image: AiImage;
  isChosen: boolean;
  onChoose: (on: boolean) => void;
}

function ImageCard({ image, isChosen, onChoose }: CardProps) {
  const { t } = useTranslation('ai/images');
  const { t: ofVideo } = useTranslation('video');
  const { id, camera, takenAt, deviceName, siteName } = image;
  const [search] = useSearchParams();
  const name = t('imageOf', {
    robot: deviceName,
    camera: ofVideo(`camera.${camera}`),
    at: formatTime(takenAt),
  });
  // The filters go on with the reader, so that the next image is the next of this list.
  const address = useMemo(() => {
    const next = new URLSearchParams(search);
    next.set('id', id);
    return `${pages.aiAnnotate.path}?${next}`;
  }, [search, id]);
  return (
    <li className="ai-card" data-chosen={isChosen || undefined}>
      <input
        type="checkbox"
        aria-label={`${t('select')}: ${name}`}
        checked={isChosen}
        onChange={(event) => onChoose(event.target.checked)}
      />
      <Link to={address}>
        <Thumbnail id={id} alt={name} />
      </Link>
      <p>
        <strong>{deviceName}</strong>
        <small>
          {ofVideo(`camera.${camera}`)} · {siteName}
        </small>
        <small>{formatTime(takenAt)}</small>
      </p>
      <div className="ai-card-states">
        <LabelState state={image.labelState} />
        <SelectionState image={image} />
      </div>
    </li>
  );
}
