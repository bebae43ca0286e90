import { workOrderActCalls, type WorkOrderDetail } from '@sweepline/contract';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useAction } from '../../../../kit/api/use-action.ts';
import { formatDate } from '../../../../kit/format/format.ts';
import { Button } from '../../../../kit/ui/button.tsx';
import { Icon } from '../../../../kit/ui/icon.tsx';

const stars = [1, 2, 3, 4, 5];

/** The satisfaction of the publisher. The others only read it. */
export function OrderRatingForm({ order }: { order: WorkOrderDetail }) {
  const { t } = useTranslation('service/orders');
  const { rating, ratingText, rateUntil } = order;
  const [isOpen, setOpen] = useState(rating === null);
  if (rateUntil !== null && isOpen) return <Rate order={order} onDone={() => setOpen(false)} />;
  if (rating === null) return null;
  return (
    <>
      <p className="order-stars" role="img" aria-label={t('stars', { count: rating })}>
        {stars.map((star) => (
          <span key={star} data-full={star <= rating}>
            <Icon name="star" size={20} />
          </span>
        ))}
      </p>
      {ratingText && <p className="order-text">{ratingText}</p>}
      {rateUntil !== null && (
        <Button look="quiet" icon="edit" onClick={() => setOpen(true)}>
          {t('rateAgain')}
        </Button>
      )}
    </>
  );
}

function Rate({ order, onDone }: { order: WorkOrderDetail; onDone: () => void }) {
  const { t } = useTranslation('service/orders');
  const [rating, setRating] = useState(order.rating ?? 0);
  const [text, setText] = useState(order.ratingText);
  const rate = useAction(workOrderActCalls.rate, { done: t('done.rate'), quiet: true, after: onDone });
  return (
    <form
      className="order-rate"
      onSubmit={(event) => {
        event.preventDefault();
        rate.mutate({ id: order.id, rating, text });
      }}
    >
      <p className="order-quiet">{t('rateHint', { date: formatDate(order.rateUntil) })}</p>
      <div className="order-stars" role="radiogroup" aria-label={t('rating')}>
        {stars.map((star) => (
          <label key={star} data-full={star <= rating} title={t('stars', { count: star })}>
            <input
              type="radio"
              name="rating"
              aria-label={t('stars', { count: star })}
              checked={star === rating}
              onChange={() => setRating(star)}
            />
            <Icon name="star" size={24} />
          </label>
        ))}
      </div>
      <textarea
        className="sl-input order-area"
        aria-label={t('ratingText')}
        placeholder={t('ratingText')}
        rows={2}
        maxLength={500}
        value={text}
        onChange={(event) => setText(event.target.value)}
      />
      <Button type="submit" disabled={rating === 0} busy={rate.isPending}>
        {t('rate')}
      </Button>
    </form>
  );
}
