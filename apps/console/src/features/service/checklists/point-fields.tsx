import { checkKinds, checklistLimits, type CheckItem } from '@sweepline/contract';
import { Checkbox, Input, InputNumber, Select } from 'antd';
import { useTranslation } from 'react-i18next';
import { canFail, withKind } from './point-draft.ts';

interface Props {
  item: CheckItem;
  place: number;
  readOnly: boolean;
  onChange: (item: CheckItem) => void;
  /** Moves the point by this many places. */
  onMove: (by: 1 | -1) => void;
}

const moves: Record<string, 1 | -1> = { ArrowUp: -1, ArrowDown: 1 };

/** One point: its words, its kind, and for a number its unit and range. */
export function PointFields({ item, place, readOnly, onChange, onMove }: Props) {
  const { t } = useTranslation('service/checklists');
  const change = (changes: Partial<CheckItem>) => onChange({ ...item, ...changes });
  const number = place + 1;
  return (
    <fieldset disabled={readOnly} className="checklist-point">
      <legend className="sl-sr-only">{t('pointNumber', { number })}</legend>
      <Input
        aria-label={t('pointText', { number })}
        placeholder={t('pointHint')}
        maxLength={checklistLimits.text}
        value={item.text}
        onChange={({ target }) => change({ text: target.value })}
        onKeyDown={(event) => {
          const by = event.altKey ? moves[event.key] : undefined;
          if (by === undefined) return;
          event.preventDefault();
          onMove(by);
        }}
      />
      <Select
        aria-label={t('pointKind', { number })}
        disabled={readOnly}
        value={item.kind}
        options={checkKinds.map((value) => ({ value, label: t(`kinds.${value}`) }))}
        onChange={(kind) => onChange(withKind(item, kind))}
      />
      {item.kind === 'NUMBER' && (
        <span className="checklist-range">
          <InputNumber
            aria-label={t('min', { number })}
            placeholder={t('from')}
            disabled={readOnly}
            value={item.min}
            onChange={(min) =>
              change({ min, ...(min === null && item.max === null && { makesOrder: false }) })
            }
          />
          <InputNumber
            aria-label={t('max', { number })}
            placeholder={t('to')}
            disabled={readOnly}
            value={item.max}
            onChange={(max) =>
              change({ max, ...(max === null && item.min === null && { makesOrder: false }) })
            }
          />
          <Input
            aria-label={t('unit', { number })}
            placeholder={t('unitHint')}
            maxLength={20}
            value={item.unit}
            onChange={({ target }) => change({ unit: target.value })}
          />
        </span>
      )}
      <span className="checklist-flags">
        <Checkbox checked={item.required} onChange={({ target }) => change({ required: target.checked })}>
          {t('required')}
        </Checkbox>
        {canFail(item) && (
          <Checkbox
            checked={item.makesOrder}
            onChange={({ target }) => change({ makesOrder: target.checked })}
          >
            {t('makesOrder')}
          </Checkbox>
        )}
      </span>
    </fieldset>
  );
}
