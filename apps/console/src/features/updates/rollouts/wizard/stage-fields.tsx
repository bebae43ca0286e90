import { otaTaskRules, type OtaPackageDetail, type OtaStage } from '@sweepline/contract';
import { useTranslation } from 'react-i18next';
import { formatNumber } from '../../../../kit/format/format.ts';
import { Button } from '../../../../kit/ui/button.tsx';
import { Segments } from '../../../../kit/ui/segments.tsx';
import { DevicePicker } from '../../../../shared/device-picker/device-picker.tsx';
import { NumberField } from './number-field.tsx';
import { PlanFault } from './plan-field.tsx';
import { useFitting } from './use-fitting.ts';

interface Props {
  /** From 0. */
  n: number;
  stage: OtaStage;
  chosen: OtaPackageDetail | undefined;
  onChange: (changes: Partial<OtaStage>) => void;
  onRemove?: () => void;
}

/** One stage: its robots, and what must hold before the next one begins. */
export function StageFields({ n, stage, chosen, onChange, onRemove }: Props) {
  const { t } = useTranslation('updates/rollouts');
  const fitting = useFitting(chosen);
  const isCanary = stage.upToPct === null;
  const title = t(isCanary ? 'canaryTitle' : 'shareTitle', { number: formatNumber(n + 1) });
  return (
    <li>
      <header>
        <h3>{title}</h3>
        {onRemove && (
          <Button
            look="quiet"
            icon="trash"
            aria-label={t('removeStage', { stage: title })}
            onClick={onRemove}
          />
        )}
      </header>
      {isCanary ? (
        <div className="rollout-field">
          <DevicePicker
            label={t('canaryRobots', { number: formatNumber(n + 1) })}
            value={stage.deviceIds}
            narrowed={fitting}
            onChange={(ids) => onChange({ deviceIds: ids.slice(0, otaTaskRules.maxNamed) })}
          />
          <PlanFault name={`stages.${n}.deviceIds`} />
        </div>
      ) : (
        <NumberField
          name={`stages.${n}.upToPct`}
          label={t('upToPct')}
          hint={t('upToPctHint')}
          value={stage.upToPct}
          min={0.1}
          max={100}
          unit="%"
          onChange={(value) => onChange({ upToPct: value ?? 0 })}
        />
      )}
      <StageRules n={n} stage={stage} onChange={onChange} />
    </li>
  );
}

const minutesPerHour = 60;

function StageRules({ n, stage, onChange }: Pick<Props, 'n' | 'stage' | 'onChange'>) {
  const { t } = useTranslation('updates/rollouts');
  const { successPct, soakMinutes, maxFailed, failedPct } = stage;
  return (
    <div className="rollout-rules">
      <NumberField
        name={`stages.${n}.successPct`}
        label={t('successPct')}
        value={successPct}
        min={0}
        max={100}
        unit="%"
        onChange={(value) => onChange({ successPct: value ?? 0 })}
      />
      <NumberField
        name={`stages.${n}.soakMinutes`}
        label={t('soak')}
        value={soakMinutes / minutesPerHour}
        min={0}
        max={otaTaskRules.maxSoakMinutes / minutesPerHour}
        unit="h"
        onChange={(hours) => onChange({ soakMinutes: Math.round((hours ?? 0) * minutesPerHour) })}
      />
      <div className="rollout-budget">
        <span>{t('budget')}</span>
        <Segments
          label={t('budget')}
          value={maxFailed === null ? 'percent' : 'count'}
          onlyWay
          options={[
            { value: 'percent', text: t('budgetByPercent') },
            { value: 'count', text: t('budgetByCount') },
          ]}
          onChange={(kind) => onChange({ maxFailed: kind === 'count' ? 0 : null })}
        />
        {maxFailed === null ? (
          <NumberField
            name={`stages.${n}.failedPct`}
            label={t('failedPct')}
            value={failedPct}
            min={0}
            max={100}
            unit="%"
            onChange={(value) => onChange({ failedPct: value ?? 0 })}
          />
        ) : (
          <NumberField
            name={`stages.${n}.maxFailed`}
            label={t('maxFailed')}
            value={maxFailed}
            min={0}
            max={otaTaskRules.maxRobots}
            onChange={(value) => onChange({ maxFailed: value ?? 0 })}
          />
        )}
      </div>
    </div>
  );
}
