import type { OtaPlan } from '@sweepline/contract';
import { useTranslation } from 'react-i18next';
import { Button } from '../../../../kit/ui/button.tsx';
import { steps, type Step } from './draft.ts';
import type { Submit } from './use-submit.ts';

interface Props {
  step: Step;
  /** Null while a field is wrong. */
  plan: OtaPlan | null;
  submit: Submit;
  onGo: (step: Step) => void;
}

/** Back and next; at the end, save as a draft or ask for the approval. */
export function StepButtons({ step, plan, submit, onGo }: Props) {
  const { t } = useTranslation('updates/rollouts');
  const at = steps.indexOf(step);
  const [before, next] = [steps[at - 1], steps[at + 1]];
  const send = (isSubmitted: boolean) => plan && submit.send(plan, isSubmitted);
  return (
    <footer className="rollout-buttons">
      {before && <Button onClick={() => onGo(before)}>{t('back')}</Button>}
      {next ? (
        <Button look="main" onClick={() => onGo(next)}>
          {t('next')}
        </Button>
      ) : (
        <>
          <Button disabled={!plan || submit.isPending} onClick={() => send(false)}>
            {t('saveDraft')}
          </Button>
          <Button look="main" disabled={!plan} busy={submit.isPending} onClick={() => send(true)}>
            {t('submit')}
          </Button>
        </>
      )}
    </footer>
  );
}
