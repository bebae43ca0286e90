import { permissions, workOrderActCalls } from '@sweepline/contract';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { may } from '../../../../kit/api/may.ts';
import { useAction } from '../../../../kit/api/use-action.ts';
import { Button } from '../../../../kit/ui/button.tsx';

/** A comment for everybody who sees the order, or an internal one for the own company and those above. */
export function CommentForm({ orderId }: { orderId: string }) {
  const { t } = useTranslation('service/orders');
  const [text, setText] = useState('');
  const [isInternal, setInternal] = useState(false);
  const comment = useAction(workOrderActCalls.comment, {
    done: null,
    quiet: true,
    after: () => setText(''),
  });
  return (
    <form
      className="order-comment"
      data-internal={isInternal || undefined}
      onSubmit={(event) => {
        event.preventDefault();
        comment.mutate({ id: orderId, text, internal: isInternal });
      }}
    >
      <textarea
        className="sl-input order-area"
        aria-label={t('comment')}
        placeholder={t(isInternal ? 'commentInternal' : 'comment')}
        rows={2}
        maxLength={2_000}
        value={text}
        onChange={(event) => setText(event.target.value)}
      />
      <div>
        {may(permissions.orderInternal) && (
          <label>
            <input
              type="checkbox"
              checked={isInternal}
              onChange={(event) => setInternal(event.target.checked)}
            />
            <span>
              {t('internal')}
              <small>{t('internalHint')}</small>
            </span>
          </label>
        )}
        <Button type="submit" disabled={text.trim() === ''} busy={comment.isPending}>
          {t('send')}
        </Button>
      </div>
    </form>
  );
}
