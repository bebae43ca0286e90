import { maxAppStages, type AppRelease } from '@sweepline/contract';
import { InputNumber } from 'antd';
import { useTranslation } from 'react-i18next';
import { Button } from '../../../kit/ui/button.tsx';

type Stages = AppRelease['stages'];

interface Props {
  /** Form fields pass value and change. */
  value?: Stages;
  onChange?: (value: Stages) => void;
}

const noStages: Stages = [];

/** The shares of installs, one after the other. The last one has no end. */
export function StagesField({ value = noStages, onChange }: Props) {
  const { t } = useTranslation('updates/app-releases');
  const change = (number: number, changes: Partial<Stages[number]>) =>
    onChange?.(value.map((stage, n) => (n === number - 1 ? { ...stage, ...changes } : stage)));
  // A stage has no other identity than its place.
  const numbered = value.map((stage, n) => ({ ...stage, number: n + 1 }));
  const add = () => onChange?.([{ percent: 5, hours: 24 }, ...value]);
  return (
    <div className="app-release-stages">
      {numbered.map(({ percent, hours, number }) => (
        <div key={number}>
          <InputNumber
            aria-label={t('stagePercent', { number })}
            min={1}
            max={100}
            precision={0}
            suffix="%"
            value={percent}
            onChange={(next) => change(number, { percent: next ?? percent })}
          />
          {number < value.length ? (
            <InputNumber
              aria-label={t('stageHours', { number })}
              min={0}
              max={2_160}
              precision={0}
              suffix={t('hours')}
              value={hours}
              onChange={(next) => change(number, { hours: next ?? hours })}
            />
          ) : (
            <span>{t('lastStage')}</span>
          )}
          {value.length > 1 && (
            <Button
              look="quiet"
              icon="close"
              aria-label={t('removeStage', { number })}
              onClick={() => onChange?.(value.filter((_, n) => n !== number - 1))}
            />
          )}
        </div>
      ))}
      {value.length < maxAppStages && (
        <Button icon="plus" onClick={add}>
          {t('addStage')}
        </Button>
      )}
    </div>
  );
}
