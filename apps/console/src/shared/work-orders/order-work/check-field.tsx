import { checklistLimits, isAnswered, type CheckItem, type CheckValue } from '@sweepline/contract';
import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import { formatNumber, unknown } from '../../../kit/format/format.ts';
import { OrderPictures } from './order-pictures.tsx';
import type { PictureStore } from './picture-store.ts';

type Value = CheckValue | null;

interface Props {
  item: CheckItem;
  value: Value;
  onChange: (value: Value) => void;
  store: PictureStore;
  readOnly: boolean;
}

/** The range of a number as text: "2–3 bar". */
function rangeOf({ min, max, unit }: Pick<CheckItem, 'min' | 'max' | 'unit'>): string {
  const range =
    min !== null && max !== null
      ? `${formatNumber(min, 3)}–${formatNumber(max, 3)}`
      : min !== null
        ? `≥ ${formatNumber(min, 3)}`
        : max !== null
          ? `≤ ${formatNumber(max, 3)}`
          : '';
  return [range, unit].filter(Boolean).join(' ');
}

/** One point with its field: two buttons for a tick, else a number, a text or pictures. */
export function CheckField({ item, value, onChange, store, readOnly }: Props) {
  const { t } = useTranslation('order-work');
  const id = useId();
  return (
    <>
      <label
        htmlFor={item.kind === 'NUMBER' || item.kind === 'TEXT' ? id : undefined}
        className="ow-point-text"
      >
        {item.text}
        {item.required && !readOnly && !isAnswered(value) && <small>{t('required')}</small>}
      </label>
      {item.kind === 'TICK' && (
        <TickField item={item} value={value} onChange={onChange} readOnly={readOnly} />
      )}
      {item.kind === 'NUMBER' && (
        <span className="ow-number">
          {readOnly ? (
            <b>{typeof value === 'number' ? formatNumber(value, 3) : unknown}</b>
          ) : (
            <input
              id={id}
              className="sl-input"
              type="number"
              inputMode="decimal"
              step="any"
              value={typeof value === 'number' ? value : ''}
              onChange={({ target }) => onChange(target.value === '' ? null : target.valueAsNumber)}
            />
          )}
          <small>{rangeOf(item)}</small>
        </span>
      )}
      {item.kind === 'TEXT' &&
        (readOnly ? (
          <p>{typeof value === 'string' && value ? value : unknown}</p>
        ) : (
          <textarea
            id={id}
            className="sl-input ow-text"
            rows={2}
            maxLength={checklistLimits.answerText}
            value={typeof value === 'string' ? value : ''}
            onChange={({ target }) => onChange(target.value === '' ? null : target.value)}
          />
        ))}
      {item.kind === 'PHOTO' && (
        <OrderPictures
          store={store}
          kind="CHECK"
          ids={Array.isArray(value) ? value : []}
          label={item.text}
          max={checklistLimits.photos}
          readOnly={readOnly}
          onChange={(ids) => onChange(ids.length > 0 ? ids : null)}
        />
      )}
    </>
  );
}

function TickField({ item, value, onChange, readOnly }: Omit<Props, 'store'>) {
  const { t } = useTranslation('order-work');
  if (readOnly) return <b>{value === true ? t('inOrder') : value === false ? t('notInOrder') : unknown}</b>;
  const button = (own: boolean, text: string) => (
    <button type="button" aria-pressed={value === own} onClick={() => onChange(value === own ? null : own)}>
      {text}
    </button>
  );
  return (
    <div className="ow-tick" role="group" aria-label={item.text}>
      {button(true, t('inOrder'))}
      {button(false, t('notInOrder'))}
    </div>
  );
}
