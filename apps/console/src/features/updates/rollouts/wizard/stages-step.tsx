import { otaTaskRules, type OtaStage } from '@sweepline/contract';
import { useTranslation } from 'react-i18next';
import { Button } from '../../../../kit/ui/button.tsx';
import { newStage } from './draft.ts';
import { PlanFault } from './plan-field.tsx';
import { StageFields } from './stage-fields.tsx';
import type { StepProps } from './step-props.ts';

/** The stages in their order: the canary by names, then growing shares of all robots. */
export function StagesStep({ draft, onChange, chosen }: StepProps) {
  const { t } = useTranslation('updates/rollouts');
  const { stages } = draft;
  const put = (next: OtaStage[]) => onChange({ stages: next });
  const hasCanary = stages[0]?.upToPct === null;
  const isFull = stages.length >= otaTaskRules.maxStages;
  return (
    <>
      <p className="rollout-note">{t('stagesHint')}</p>
      {!hasCanary && !isFull && (
        <Button icon="plus" onClick={() => put([newStage(null), ...stages])}>
          {t('addCanary')}
        </Button>
      )}
      <ol className="rollout-stages">
        {Object.entries(stages).map(([place, stage]) => {
          const n = Number(place);
          return (
            <StageFields
              key={place}
              n={n}
              stage={stage}
              chosen={chosen}
              onChange={(changes) => put(stages.with(n, { ...stage, ...changes }))}
              {...(stages.length > 1 && { onRemove: () => put(stages.toSpliced(n, 1)) })}
            />
          );
        })}
      </ol>
      {!isFull && (
        <Button icon="plus" onClick={() => put([...stages, newStage(100)])}>
          {t('addStage')}
        </Button>
      )}
      <PlanFault name="stages" />
    </>
  );
}
