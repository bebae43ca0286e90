import { otaPackageCalls, type OtaTaskDetail } from '@sweepline/contract';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { callQuery } from '../../../../kit/api/api.ts';
import { LeaveGuard } from '../../../../kit/form/leave-guard.tsx';
import { useNow } from '../../../../kit/format/use-now.ts';
import { usePageName } from '../../../../kit/ui/page-name.ts';
import { ConditionsStep } from './conditions-step.tsx';
import { newDraft, stepOf, steps, type Draft, type Step } from './draft.ts';
import { PackageStep } from './package-step.tsx';
import { FaultContext, usePlanFaults, type Faults } from './plan-faults.ts';
import { PreviewStep } from './preview-step.tsx';
import { RobotsStep } from './robots-step.tsx';
import { StagesStep } from './stages-step.tsx';
import { StepBar } from './step-bar.tsx';
import { StepButtons } from './step-buttons.tsx';
import { useSubmit } from './use-submit.ts';
import '../ota-tasks.css';

interface Props {
  /** The package that the address names. */
  packageId?: string | null;
  /** The draft that is changed. */
  task?: OtaTaskDetail;
}

const forms = { package: PackageStep, robots: RobotsStep, stages: StagesStep, conditions: ConditionsStep };

const faultsOf = (step: Step, faults: Faults): Faults =>
  Object.fromEntries(Object.entries(faults).filter(([field]) => stepOf(field) === step));

/** A new rollout, or the change of a draft, in steps that end with a preview. */
export function WizardPage({ packageId = null, task }: Props) {
  const { t } = useTranslation('updates/rollouts');
  const now = useNow();
  const [first] = useState<Draft>(() => task?.plan ?? newDraft(packageId, now));
  const [draft, setDraft] = useState(first);
  const [step, setStep] = useState<Step>('package');
  const [faults, setFaults] = useState<Faults>({});
  const check = usePlanFaults();
  const { data: chosen } = useQuery({
    ...callQuery(otaPackageCalls.detail, { id: draft.packageId ?? '' }),
    enabled: draft.packageId !== null,
    meta: { silent: true },
  });
  const checked = check({ ...draft, name: draft.name ?? chosen?.name ?? '' });
  const refuse = (refused: Faults) => {
    setFaults(refused);
    const [field] = Object.keys(refused);
    if (field) setStep(stepOf(field));
  };
  const submit = useSubmit(task, refuse);
  const title = t(task ? 'editTitle' : 'add');
  usePageName(task ? task.name : title);

  /** Leaves a step when its own fields are right. */
  const go = (to: Step) => {
    const isForward = steps.indexOf(to) > steps.indexOf(step);
    const all = 'faults' in checked ? checked.faults : {};
    const own = faultsOf(step, all);
    setFaults(to === 'preview' ? all : isForward ? own : {});
    if (!isForward || Object.keys(own).length === 0) setStep(to);
  };
  const Form = step === 'preview' ? null : forms[step];
  return (
    <FaultContext value={faults}>
      <div className="rollout-wizard">
        <header className="sl-page-head">
          <h1>{title}</h1>
        </header>
        <StepBar step={step} faults={faults} onGo={go} />
        <section className="rollout-step" aria-label={t(`step.${step}`)}>
          <h2>{t(`step.${step}`)}</h2>
          {Form ? (
            <Form draft={draft} chosen={chosen} onChange={(changes) => setDraft({ ...draft, ...changes })} />
          ) : (
            <PreviewStep checked={checked} onGo={setStep} onRefused={setFaults} />
          )}
        </section>
        <StepButtons step={step} plan={'plan' in checked ? checked.plan : null} submit={submit} onGo={go} />
        <LeaveGuard unsaved={draft !== first && !submit.isSaved} />
      </div>
    </FaultContext>
  );
}
