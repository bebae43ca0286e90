import { planLimits, sitePlanCalls, type SiteFloor } from '@sweepline/contract';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { Allowed } from '../../../kit/api/allowed.tsx';
import { send } from '../../../kit/api/api.ts';
import { Button } from '../../../kit/ui/button.tsx';
import { toast } from '../../../kit/ui/toasts.ts';
import { useAction } from '../../../kit/api/use-action.ts';

/** Adds, replaces or removes the plan of a floor. */
export function PlanButtons({ siteId, floor }: { siteId: string; floor: SiteFloor }) {
  const { t } = useTranslation('places/sites');
  const cache = useQueryClient();
  const input = useRef<HTMLInputElement>(null);
  const ids = { siteId, floorId: floor.id };
  const store = useMutation({
    mutationFn: (plan: File) => send(sitePlanCalls.plan, ids, { files: { plan } }),
    onSuccess: async () => {
      toast({ tone: 'done', text: t('planSaved') });
      await cache.invalidateQueries({ queryKey: [sitePlanCalls.plan.family] });
    },
  });
  const remove = useAction(sitePlanCalls.removePlan, { done: t('planRemoved') });
  const choose = (file: File | undefined) => {
    if (!file) return;
    if (file.size > planLimits.bytes) toast({ tone: 'failed', text: t('planTooLarge') });
    else store.mutate(file);
  };
  return (
    <Allowed call={sitePlanCalls.plan}>
      <div className="site-plan-buttons">
        <input
          ref={input}
          hidden
          type="file"
          accept="image/png,image/jpeg,image/gif"
          onChange={({ target }) => {
            choose(target.files?.[0]);
            target.value = '';
          }}
        />
        <Button icon="upload" busy={store.isPending} onClick={() => input.current?.click()}>
          {floor.plan ? t('replacePlan') : t('addPlan')}
        </Button>
        {floor.plan && (
          <Button look="quiet" icon="trash" aria-label={t('removePlan')} onClick={() => remove.mutate(ids)} />
        )}
        <small>{t('planRule')}</small>
      </div>
    </Allowed>
  );
}
