import {
  checklistLimits,
  isAnswered,
  isFailed,
  pages,
  type CheckAnswer,
  type CheckItem,
  type CheckValue,
  type WorkOrderWork,
} from '@sweepline/contract';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { formatNumber } from '../../../kit/format/format.ts';
import { StateMark } from '../../../kit/ui/state-mark.tsx';
import { CheckField } from './check-field.tsx';
import type { PictureStore } from './picture-store.ts';
import './order-work.css';
import { orderNumber } from '../../work-order-words/order-number.ts';

interface Props {
  items: readonly CheckItem[];
  value: readonly CheckAnswer[];
  onChange: (value: CheckAnswer[]) => void;
  store: PictureStore;
  readOnly?: boolean;
  /** Work orders that failed points made. */
  followUps?: WorkOrderWork['followUps'];
}

const none: WorkOrderWork['followUps'] = [];

/** The points of a checklist with their answers. A failed point takes a note, which becomes part of its own order. */
export function WorkChecklist({ items, value, onChange, store, readOnly = false, followUps = none }: Props) {
  const { t } = useTranslation('order-work');
  const answerOf = (itemId: string) => value.find((answer) => answer.itemId === itemId);
  const answer = (item: CheckItem, changes: { value?: CheckValue | null; note?: string }) => {
    const { value: answered = null, note = '' } = { ...answerOf(item.id), ...changes };
    onChange([
      ...value.filter(({ itemId }) => itemId !== item.id),
      ...(isAnswered(answered) ? [{ itemId: item.id, value: answered, note }] : []),
    ]);
  };
  const done = items.filter(({ id }) => isAnswered(answerOf(id)?.value)).length;
  return (
    <div className="ow-checklist">
      <p className="ow-count" role="status">
        {t('pointsDone', { done: formatNumber(done), total: formatNumber(items.length) })}
      </p>
      <ol>
        {items.map((item) => {
          const own = answerOf(item.id);
          const failed = isFailed(item, own?.value);
          const followUp = followUps.find(({ itemId }) => itemId === item.id);
          return (
            <li key={item.id} className={failed ? 'ow-point ow-point-failed' : 'ow-point'}>
              <CheckField
                item={item}
                value={own?.value ?? null}
                onChange={(next) => answer(item, { value: next })}
                store={store}
                readOnly={readOnly}
              />
              {failed && (
                <div className="ow-failed">
                  <StateMark
                    tone="fault"
                    icon="alert"
                    word={t(item.kind === 'TICK' ? 'notInOrder' : 'outOfRange')}
                  />
                  {followUp ? (
                    <Link to={pages.workOrder({ id: followUp.id })}>
                      {t('followUp', { number: orderNumber(followUp) })}
                    </Link>
                  ) : (
                    item.makesOrder && !readOnly && <small>{t('makesOrder')}</small>
                  )}
                  {readOnly ? (
                    own?.note && <p>{own.note}</p>
                  ) : (
                    <input
                      className="sl-input"
                      aria-label={t('noteOf', { point: item.text })}
                      placeholder={t('note')}
                      maxLength={checklistLimits.note}
                      value={own?.note ?? ''}
                      onChange={({ target }) => answer(item, { note: target.value })}
                    />
                  )}
                </div>
              )}
            </li>
          );
        })}
      </ol>
    </div>
  );
}
