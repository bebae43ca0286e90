import {
  isKeyOf,
  isPartTrigger,
  maintenanceLimits,
  planTriggerKinds,
  triggerLimits,
  type PlanTrigger,
  type PlanTriggerKind,
} from '@sweepline/contract';
import { isFilled, partsOf } from '@sweepline/contract/robot';
import { InputNumber, Select } from 'antd';
import { useTranslation } from 'react-i18next';
import { Button } from '../../../kit/ui/button.tsx';
import { useWords } from '../../../shared/words/use-words.ts';

/** The wearing parts of all models. */
const parts = [...new Set(['J20', 'J30', 'J40'].flatMap((model) => partsOf(model)))].filter(
  (part) => !isFilled(part),
);
/** Unit signs are not translated. */
const signs = { HOURS: 'h', DISTANCE_KM: 'km', AREA_M2: 'm²', PART_PERCENT: '%' } as const;
const usualValues: Record<PlanTriggerKind, number> = {
  DAYS: 90,
  HOURS: 200,
  DISTANCE_KM: 500,
  AREA_M2: 100_000,
  RUNS: 100,
  PART_PERCENT: 20,
  PART_DAYS: 14,
};
const newTrigger = (kind: PlanTriggerKind): PlanTrigger => ({
  kind,
  value: usualValues[kind],
  part: isPartTrigger(kind) ? (parts[0] ?? null) : null,
});

const noTriggers: PlanTrigger[] = [];

interface Props {
  /** The id of the form field, for its label. */
  id?: string;
  value?: PlanTrigger[];
  onChange?: (triggers: PlanTrigger[]) => void;
}

/** The conditions of a plan; the first one that is reached makes it due. */
export function TriggerFields({ id, value = noTriggers, onChange }: Props) {
  const { t } = useTranslation('service/maintenance');
  const { word } = useWords();
  const change = (place: number, trigger: PlanTrigger) =>
    onChange?.(value.map((each, n) => (n === place ? trigger : each)));
  const unitOf = (kind: PlanTriggerKind) => (isKeyOf(signs, kind) ? signs[kind] : t(`units.${kind}`));
  const unused = planTriggerKinds.find((kind) => !value.some((trigger) => trigger.kind === kind));
  return (
    <div className="maintenance-triggers" id={id}>
      {[...value.entries()].map(([place, trigger]) => (
        <div key={`${place}${trigger.kind}`}>
          <Select
            aria-label={t('trigger')}
            value={trigger.kind}
            popupMatchSelectWidth={false}
            options={planTriggerKinds.map((kind) => ({ value: kind, label: t(`kinds.${kind}`) }))}
            onChange={(kind: PlanTriggerKind) => change(place, newTrigger(kind))}
          />
          {isPartTrigger(trigger.kind) && (
            <Select
              aria-label={t('part')}
              value={trigger.part}
              popupMatchSelectWidth={false}
              options={parts.map((part) => ({ value: part, label: word('consumable', part) }))}
              onChange={(part: string) => change(place, { ...trigger, part })}
            />
          )}
          <InputNumber
            aria-label={t('value')}
            precision={0}
            {...triggerLimits[trigger.kind]}
            suffix={unitOf(trigger.kind)}
            value={trigger.value}
            onChange={(next) => next !== null && change(place, { ...trigger, value: next })}
          />
          <Button
            look="quiet"
            icon="trash"
            aria-label={t('removeTrigger')}
            onClick={() => onChange?.(value.filter((_trigger, n) => n !== place))}
          />
        </div>
      ))}
      {value.length < maintenanceLimits.triggers && unused && (
        <Button icon="plus" onClick={() => onChange?.([...value, newTrigger(unused)])}>
          {t('addTrigger')}
        </Button>
      )}
    </div>
  );
}
