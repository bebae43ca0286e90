import {
  checklistCalls,
  sparePartCalls,
  sparePartModels,
  topics,
  workOrderWorkCalls,
  type WorkOrderDetail,
  type WorkOrderWork as Work,
} from '@sweepline/contract';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { callQuery } from '../../../kit/api/api.ts';
import { may } from '../../../kit/api/may.ts';
import { useTopic } from '../../../kit/api/use-live.ts';
import { LeaveGuard } from '../../../kit/form/leave-guard.tsx';
import { Refusal } from '../../../kit/form/refusal.tsx';
import { formatNumber } from '../../../kit/format/format.ts';
import { Button } from '../../../kit/ui/button.tsx';
import { Failure } from '../../../kit/ui/failure.tsx';
import { Skeleton } from '../../../kit/ui/skeleton.tsx';
import { PartReset } from './part-reset.tsx';
import { useOrderPictures } from './use-order-pictures.ts';
import { useWorkSave } from './use-work-save.ts';
import { WorkConflict } from './work-conflict.tsx';
import { draftOf, isSame, type DraftPart } from './work-draft.ts';
import { WorkFields } from './work-fields.tsx';
import './order-work.css';

/** Checklists that an order of a company can use, and parts that fit its robot. */
function useWorkChoices(
  { companyId, device }: Pick<WorkOrderDetail, 'companyId' | 'device'>,
  enabled: boolean,
) {
  const [keyword, setKeyword] = useState('');
  const model = sparePartModels.find((each) => each === device?.model);
  const templates = useQuery({
    ...callQuery(checklistCalls.list, { companyId, pageSize: 99 }),
    enabled,
    meta: { silent: true },
  });
  const parts = useQuery({
    ...callQuery(sparePartCalls.list, { ...(keyword && { keyword }), ...(model && { model }), pageSize: 20 }),
    enabled,
    placeholderData: keepPreviousData,
    meta: { silent: true },
  });
  return { templates: templates.data?.list ?? [], parts: parts.data?.list ?? [], setKeyword };
}

/** The work on an order: who is on site fills it in, everyone else reads it. */
export function WorkOrderWork({ order }: { order: WorkOrderDetail }) {
  const { data, error, refetch } = useQuery(callQuery(workOrderWorkCalls.readWork, { id: order.id }));
  useTopic(topics.workOrders, ({ changes }) => {
    if (changes.some(({ id }) => id === order.id)) void refetch();
  });
  useTopic(topics.commands, ({ changes }) => {
    const resets = data?.parts.flatMap(({ reset }) => reset?.id ?? []) ?? [];
    if (changes.some(({ id }) => resets.includes(id))) void refetch();
  });
  if (error && !data) return <Failure error={error} onRetry={() => void refetch()} />;
  if (!data) return <Skeleton lines={6} />;
  return <WorkForm order={order} work={data} onReread={() => void refetch()} />;
}

function WorkForm({ order, work, onReread }: { order: WorkOrderDetail; work: Work; onReread: () => void }) {
  const { t } = useTranslation('order-work');
  const store = useOrderPictures(order);
  const readOnly = order.state !== 'PROCESSING' || !may(workOrderWorkCalls.saveWork.allow);
  const { templates, parts, setKeyword } = useWorkChoices(order, !readOnly);
  const [{ base, draft }, setState] = useState({ base: work, draft: draftOf(work) });
  const begin = (stored: Work) => setState({ base: stored, draft: draftOf(stored) });
  const { save, error, isPending, reset } = useWorkSave(order.id, begin, onReread);
  const isChanged = !isSame(draft, draftOf(base));
  // Without own changes the form follows the stored work.
  if (!isChanged && work.version > base.version) begin(work);
  const isConflict = isChanged && work.version > base.version;
  const resetOf = (part: DraftPart) => {
    const stored = work.parts.find(({ partId }) => partId === part.partId);
    return <PartReset order={order} part={stored ?? part} readOnly={readOnly} />;
  };
  return (
    <div className="ow">
      <LeaveGuard unsaved={isChanged && !readOnly} />
      {isConflict && (
        <WorkConflict
          mine={draft}
          stored={work}
          onKeep={() => {
            reset();
            setState({ base: work, draft });
          }}
          onTake={() => {
            reset();
            begin(work);
          }}
        />
      )}
      <WorkFields
        value={readOnly ? draftOf(work) : draft}
        onChange={(next) => setState({ base, draft: next })}
        work={work}
        store={store}
        readOnly={readOnly}
        templates={templates}
        parts={parts}
        onPartSearch={setKeyword}
        resetOf={resetOf}
      />
      {work.cost.length > 0 && (
        <p className="ow-cost">
          {t('cost')}{' '}
          <b>
            {work.cost.map(({ amount, currency }) => `${formatNumber(amount, 2)} ${currency}`).join(' · ')}
          </b>
        </p>
      )}
      {!isConflict && <Refusal error={error} />}
      {!readOnly && (
        <footer className="ow-save">
          <span role="status">{isChanged ? t('unsaved') : work.version > 0 && t('allSaved')}</span>
          <Button
            look="main"
            busy={isPending}
            disabled={!isChanged || isConflict}
            onClick={() => save(draft, base.version)}
          >
            {t('save')}
          </Button>
        </footer>
      )}
    </div>
  );
}
