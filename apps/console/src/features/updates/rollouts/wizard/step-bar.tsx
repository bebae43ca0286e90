import { useTranslation } from 'react-i18next';
import { Icon } from '../../../../kit/ui/icon.tsx';
import { steps, stepOf, type Step } from './draft.ts';
import type { Faults } from './plan-faults.ts';

interface Props {
  step: Step;
  faults: Faults;
  onGo: (step: Step) => void;
}

/** The steps with their numbers; a step with a refused field has a mark. */
export function StepBar({ step, faults, onGo }: Props) {
  const { t } = useTranslation('updates/rollouts');
  const faulty = new Set(Object.keys(faults).map(stepOf));
  const current = steps.indexOf(step);
  return (
    <nav aria-label={t('steps')}>
      <ol className="rollout-steps">
        {steps.map((name, n) => (
          <li key={name} data-done={n < current || undefined}>
            <button
              type="button"
              aria-current={name === step ? 'step' : undefined}
              onClick={() => onGo(name)}
            >
              <b>{faulty.has(name) ? <Icon name="alert" size={14} /> : n + 1}</b>
              {t(`step.${name}`)}
              {faulty.has(name) && <span className="sl-sr-only">{t('stepFaulty')}</span>}
            </button>
          </li>
        ))}
      </ol>
    </nav>
  );
}
