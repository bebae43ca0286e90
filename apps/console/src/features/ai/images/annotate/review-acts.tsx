import { aiImageCalls, type AiImageDetail } from '@sweepline/contract';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { may } from '../../../../kit/api/may.ts';
import { useAction } from '../../../../kit/api/use-action.ts';
import { Button } from '../../../../kit/ui/button.tsx';

interface Props {
  image: AiImageDetail;
  onReviewed: (image: AiImageDetail) => void;
}

/** Accepts labels or sends them back with a note. */
export function ReviewActs({ image, onReviewed }: Props) {
  const { t } = useTranslation('ai/images');
  const [note, setNote] = useState('');
  const review = useAction(aiImageCalls.review, {
    done: ({ labelState }) => t(labelState === 'REVIEWED' ? 'reviewed' : 'sentBack'),
    after: onReviewed,
  });
  const { id, revision, labelState } = image;
  if (labelState === 'SENT_BACK' && image.note) return <p className="ai-note">{image.note}</p>;
  const isOwn = image.projectName !== null;
  if (labelState !== 'LABELLED' || !isOwn || !may(aiImageCalls.review.allow)) return null;
  const decide = (accept: boolean) =>
    review.mutate({ id, revision, accept, ...(note.trim() !== '' && { note: note.trim() }) });
  return (
    <div className="ai-review">
      <input
        className="sl-input"
        aria-label={t('note')}
        placeholder={t('note')}
        maxLength={300}
        value={note}
        onChange={(event) => setNote(event.target.value)}
      />
      <Button icon="check" busy={review.isPending} onClick={() => decide(true)}>
        {t('accept')}
      </Button>
      <Button icon="undo" busy={review.isPending} onClick={() => decide(false)}>
        {t('sendBack')}
      </Button>
    </div>
  );
}
