import {
  serviceLevelCalls,
  serviceLevelLimits,
  type ServiceLevel,
  type ServiceTarget,
} from '@sweepline/contract';
import { InputNumber } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useAction } from '../../../kit/api/use-action.ts';
import { Dialog } from '../../../kit/form/dialog.tsx';
import { Refusal } from '../../../kit/form/refusal.tsx';
import { HoursFields } from './hours-fields.tsx';
import { OwnChoice } from '../../../shared/company-choice/own-choice.tsx';
import { useLevelWords } from './use-level-words.ts';

const targets = ['general', 'serious', 'fatal'] as const;

/** Edits the service levels of one company. A failed save says why, beside the fields. */
export function ServiceLevelDialog({ level, onClose }: { level: ServiceLevel; onClose: () => void }) {
  const { t } = useTranslation('service/levels');
  const { t: kit } = useTranslation('kit');
  const { id: companyId, companyName, version, inherited } = level;
  const [choices, setChoices] = useState(level.own);
  const save = useAction(serviceLevelCalls.set, {
    done: t('saved', { name: companyName }),
    after: onClose,
    silent: true,
  });
  return (
    <Dialog
      open
      title={t('dialog', { name: companyName })}
      okText={t('save')}
      cancelText={kit('cancel')}
      confirmLoading={save.isPending}
      onOk={() => save.mutate({ companyId, version, choices })}
      onCancel={onClose}
    >
      <ChoiceFields inherited={inherited} choices={choices} onChange={setChoices} />
      {save.error && (
        <div className="level-failed">
          <Refusal error={save.error} />
        </div>
      )}
    </Dialog>
  );
}

interface ChoiceProps {
  inherited: ServiceLevel['inherited'];
  choices: ServiceLevel['own'];
  onChange: (choices: ServiceLevel['own']) => void;
}

function ChoiceFields({ inherited, choices, onChange }: ChoiceProps) {
  const { t } = useTranslation('service/levels');
  const words = useLevelWords();
  return (
    <>
      {targets.map((field) => (
        <OwnChoice
          key={field}
          label={t(`levels.${field}`)}
          value={choices[field]}
          inherited={inherited[field]}
          inheritedText={words.target(inherited[field])}
          onChange={(target) => onChange({ ...choices, [field]: target })}
        >
          {(target) => (
            <TargetFields target={target} onChange={(next) => onChange({ ...choices, [field]: next })} />
          )}
        </OwnChoice>
      ))}
      <p className="level-hint">{t('targetHint')}</p>
      <OwnChoice
        label={t('hours')}
        hint={t('hoursHint')}
        value={choices.hours}
        inherited={inherited.hours}
        inheritedText={words.hours(inherited.hours)}
        onChange={(hours) => onChange({ ...choices, hours })}
      >
        {(hours) => <HoursFields hours={hours} onChange={(next) => onChange({ ...choices, hours: next })} />}
      </OwnChoice>
    </>
  );
}

interface TargetProps {
  target: ServiceTarget;
  onChange: (target: ServiceTarget) => void;
}

function TargetFields({ target, onChange }: TargetProps) {
  const { t } = useTranslation('service/levels');
  const fields = [
    ['respondMinutes', t('respond')],
    ['resolveMinutes', t('resolve')],
  ] as const;
  return (
    <div className="level-target">
      {fields.map(([field, label]) => (
        <label key={field}>
          <span>{label}</span>
          <InputNumber
            min={1}
            max={serviceLevelLimits.minutes}
            precision={0}
            suffix={t('minutes')}
            value={target[field]}
            onChange={(minutes) => onChange({ ...target, [field]: minutes })}
          />
        </label>
      ))}
    </div>
  );
}
