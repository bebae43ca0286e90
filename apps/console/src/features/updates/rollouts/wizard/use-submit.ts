import { otaTaskCalls, pages, type OtaPlan, type OtaTaskDetail } from '@sweepline/contract';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import { CallError } from '../../../../kit/api/api.ts';
import { useAction } from '../../../../kit/api/use-action.ts';
import { ofPlan } from './draft.ts';
import type { Faults } from './plan-faults.ts';

/** Sends a new rollout or the change of a draft. The reasons of a refusal land at their fields. */
export function useSubmit(task: OtaTaskDetail | undefined, onRefused: (faults: Faults) => void) {
  const { t } = useTranslation('updates/rollouts');
  const navigate = useNavigate();
  const [savedId, setSavedId] = useState<string | null>(null);
  const options = {
    done: ({ name }: OtaTaskDetail, { submit = true }: { submit?: boolean | undefined }) =>
      t(submit ? 'submitted' : 'savedDraft', { name }),
    after: ({ id }: OtaTaskDetail) => setSavedId(id),
  };
  // After a render, because only then the leave guard knows that nothing is unsaved.
  useEffect(() => {
    if (savedId !== null) void navigate(pages.otaTask({ id: savedId }));
  }, [savedId, navigate]);
  const add = useAction(otaTaskCalls.add, options);
  const update = useAction(otaTaskCalls.update, options);
  const onError = (error: Error) => {
    if (error instanceof CallError && Object.keys(error.fields).length > 0) onRefused(ofPlan(error.fields));
  };
  return {
    isSaved: savedId !== null,
    isPending: add.isPending || update.isPending,
    send: (plan: OtaPlan, submit: boolean) => {
      if (task) update.mutate({ id: task.id, revision: task.revision, plan, submit }, { onError });
      else add.mutate({ plan, submit }, { onError });
    },
  };
}
export type Submit = ReturnType<typeof useSubmit>;
