import { otaTaskRules, permissions, retriedCodes } from '@sweepline/contract';
import { Select } from 'antd';
import { useTranslation } from 'react-i18next';
import { may } from '../../../../kit/api/may.ts';
import { MomentField } from '../../../../kit/form/moment-field.tsx';
import { useWords } from '../../../../shared/words/use-words.ts';
import { NumberField } from './number-field.tsx';
import { PlanField } from './plan-field.tsx';
import type { StepProps } from './step-props.ts';
import { SwitchField } from './switch-field.tsx';
import { WindowFields } from './window-fields.tsx';

/** When a robot may install, how many at the same time, and what is tried again. */
export function ConditionsStep(props: StepProps) {
  const { t } = useTranslation('updates/rollouts');
  const { draft, onChange } = props;
  return (
    <>
      <fieldset>
        <legend>{t('whenTitle')}</legend>
        <PlanField name="deadline" label={t('deadline')} hint={t('deadlineHint')}>
          {(id) => (
            <MomentField id={id} value={draft.deadline} onChange={(deadline) => onChange({ deadline })} />
          )}
        </PlanField>
        <WindowFields value={draft.window} onChange={(window) => onChange({ window })} />
        {may(permissions.otaForce) && (
          <SwitchField
            name="force"
            label={t('force')}
            hint={t('forceHint')}
            value={draft.force}
            onChange={(force) => onChange({ force })}
          />
        )}
        {draft.force && <p className="rollout-warning">{t('forceWarning')}</p>}
      </fieldset>
      <RobotConditions {...props} />
      <PaceFields {...props} />
    </>
  );
}

function RobotConditions({ draft, onChange }: StepProps) {
  const { t } = useTranslation('updates/rollouts');
  return (
    <fieldset>
      <legend>{t('robotTitle')}</legend>
      <NumberField
        name="minSoc"
        label={t('minSoc')}
        value={draft.minSoc}
        min={0}
        max={100}
        unit="%"
        onChange={(value) => onChange({ minSoc: value ?? 0 })}
      />
      <SwitchField
        name="requireDocked"
        label={t('requireDocked')}
        value={draft.requireDocked}
        onChange={(requireDocked) => onChange({ requireDocked })}
      />
      <SwitchField
        name="autoInstall"
        label={t('autoInstall')}
        hint={t('autoInstallHint')}
        value={draft.autoInstall}
        onChange={(autoInstall) => onChange({ autoInstall })}
      />
      <SwitchField
        name="allowMobileData"
        label={t('allowMobileData')}
        hint={t('allowMobileDataHint')}
        value={draft.allowMobileData}
        onChange={(allowMobileData) => onChange({ allowMobileData })}
      />
    </fieldset>
  );
}

function PaceFields({ draft, onChange }: StepProps) {
  const { t } = useTranslation('updates/rollouts');
  const { word } = useWords();
  return (
    <fieldset>
      <legend>{t('paceTitle')}</legend>
      <NumberField
        name="maxAtOnce"
        label={t('maxAtOnce')}
        value={draft.maxAtOnce}
        min={1}
        max={otaTaskRules.maxRobots}
        onChange={(value) => onChange({ maxAtOnce: value ?? 1 })}
      />
      <SwitchField
        name="onePerSite"
        label={t('onePerSite')}
        value={draft.onePerSite}
        onChange={(onePerSite) => onChange({ onePerSite })}
      />
      <NumberField
        name="attempts"
        label={t('attempts')}
        value={draft.attempts}
        min={1}
        max={otaTaskRules.maxAttempts}
        onChange={(value) => onChange({ attempts: value ?? 1 })}
      />
      {draft.attempts > 1 && (
        <PlanField name="retryCodes" label={t('retryCodes')}>
          {(id) => (
            <Select
              id={id}
              mode="multiple"
              value={draft.retryCodes}
              options={retriedCodes.map((value) => ({ value, label: word('reply', value) }))}
              onChange={(codes) => onChange({ retryCodes: [...codes] })}
            />
          )}
        </PlanField>
      )}
      <NumberField
        name="canaryWorsePct"
        label={t('canaryWorse')}
        hint={t('canaryWorseHint')}
        value={draft.canaryWorsePct}
        min={0}
        max={1_000}
        unit="%"
        onChange={(canaryWorsePct) => onChange({ canaryWorsePct })}
      />
    </fieldset>
  );
}
