import {
  checklistCalls,
  sparePartCalls,
  workOrderWorkCalls,
  type WorkOrderDetail,
  type WorkOrderWork,
} from '@sweepline/contract';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { may } from '../../../kit/api/may.ts';
import { randomUuid } from '../../../kit/api/random.ts';
import { session } from '../../../kit/api/session.ts';
import type { Outbox } from '../../../kit/offline/outbox.ts';
import type { OutboxEntry } from '../../../kit/offline/outbox-entry.ts';
import { useKeptQuery } from '../../../kit/offline/use-kept-query.ts';
import { useEntries } from '../../../kit/offline/use-outbox-state.ts';
import { useOnline } from '../../../kit/offline/use-online.ts';
import { browserStorage } from '../../../kit/storage.ts';
import { Button } from '../../../kit/ui/button.tsx';
import { PartReset } from '../../../shared/work-orders/order-work/part-reset.tsx';
import {
  draftOf,
  inputOf,
  isSame,
  type DraftPart,
  type WorkDraft,
} from '../../../shared/work-orders/order-work/work-draft.ts';
import { WorkConflict } from '../../../shared/work-orders/order-work/work-conflict.tsx';
import { WorkFields } from '../../../shared/work-orders/order-work/work-fields.tsx';
import { withRealIds } from './phone-ids.ts';
import { renewMs } from './use-my-orders.ts';
import { usePhonePictures } from './use-phone-pictures.ts';
import { useWrite } from './use-write.ts';

const { readWork, saveWork } = workOrderWorkCalls;

interface Props {
  order: WorkOrderDetail;
  outbox: Outbox;
}

/** Checklist, pictures, parts, labour and signature, also without a network. */
export function OrderWork({ order, outbox }: Props) {
  const { t } = useTranslation('service/my-orders');
  const { data: work } = useKeptQuery(readWork, { id: order.id }, renewMs);
  if (!work || (order.state !== 'PROCESSING' && work.version === 0)) return null;
  return (
    <section className="my-part">
      <h2>{t('workTitle')}</h2>
      <WorkForm order={order} outbox={outbox} work={work} />
    </section>
  );
}

const keyOf = (owner: string, id: string) => `work-draft ${owner} ${id}`;

/** What was typed and not saved yet, in the storage of the browser: the camera of a phone may close the page. */
function useDraft(owner: string, id: string, saved: WorkDraft) {
  const [typed, setTyped] = useState<WorkDraft | null>(
    () => JSON.parse(browserStorage.getItem(keyOf(owner, id)) ?? 'null') as WorkDraft | null,
  );
  const type = (draft: WorkDraft | null) => {
    setTyped(draft);
    if (draft) browserStorage.setItem(keyOf(owner, id), JSON.stringify(draft));
    else browserStorage.removeItem(keyOf(owner, id));
  };
  return { draft: withRealIds(owner, typed ?? saved), type };
}

/** A save that the server refused or never saw: the next one contains everything. */
const isReplaceable = ({ state, attemptedAt }: OutboxEntry) =>
  state === 'REFUSED' || (state === 'WAITING' && attemptedAt === null);

function WorkForm({ order, outbox, work }: Props & { work: WorkOrderWork }) {
  const { t } = useTranslation('service/my-orders');
  const owner = session.user()?.userId ?? '';
  const store = usePhonePictures(order, outbox);
  const write = useWrite(outbox);
  const waiting = useEntries(outbox).filter(
    ({ subject, path }) => subject === order.id && path === saveWork.path,
  );
  const last = waiting.at(-1);
  const conflict = waiting.find(({ state }) => state === 'CONFLICT');
  // A save that waits here is newer than the work on the server. The memo of the entry is the draft that was saved.
  const saved = last ? (last.memo as WorkDraft) : draftOf(work);
  const { draft, type } = useDraft(owner, order.id, saved);
  const readOnly =
    order.state !== 'PROCESSING' || !may(saveWork.allow) || session.user()?.viewer !== undefined;
  const choices = useChoices(order, !readOnly);
  const isChanged = !isSame(draft, saved);
  const isOnline = useOnline();
  const resetOf = (part: DraftPart) => {
    const stored = work.parts.find(({ partId }) => partId === part.partId);
    return <PartReset order={order} part={stored ?? part} readOnly={readOnly} />;
  };
  const save = async (version: number) => {
    const input = { id: order.id, version, clientId: randomUuid(), ...inputOf(draft) };
    const { id: subject } = order;
    // Added before the replaced ones are removed, so that a phone without room loses neither.
    await write({ subject, versioned: `${subject} work`, path: saveWork.path, input, memo: draft });
    for (const { id } of waiting.filter(isReplaceable)) await outbox.discard(id);
    type(null);
    await outbox.run();
  };
  return (
    <div className="ow">
      {conflict && (
        <WorkConflict
          mine={withRealIds(owner, conflict.memo as WorkDraft)}
          stored={work}
          onKeep={() => {
            const input = { ...conflict.input, version: work.version, clientId: randomUuid() };
            void outbox.redo(conflict.id, { input }).then(outbox.run);
          }}
          onTake={() => void outbox.discard(conflict.id).then(outbox.run)}
        />
      )}
      <WorkFields
        value={readOnly ? saved : draft}
        onChange={type}
        work={work}
        store={store}
        readOnly={readOnly}
        {...choices}
        // The robot is asked at once, so that a reset needs the network.
        {...(isOnline && { resetOf })}
      />
      {!readOnly && (
        <div className="my-act-buttons">
          {isChanged && <Button onClick={() => type(null)}>{t('undoTyping')}</Button>}
          <Button look="main" disabled={!isChanged} onClick={() => void save(work.version)}>
            {t('saveWork')}
          </Button>
        </div>
      )}
    </div>
  );
}

/** Checklists and parts as they were last read. Parts are searched on the phone. */
function useChoices({ companyId }: WorkOrderDetail, enabled: boolean) {
  const [keyword, setKeyword] = useState('');
  const templates = useKeptQuery(checklistCalls.list, { companyId, pageSize: 99 }, renewMs * 10, enabled);
  const parts = useKeptQuery(sparePartCalls.list, { pageSize: 99 }, renewMs * 10, enabled);
  const word = keyword.trim().toLowerCase();
  const found = (parts.data?.list ?? []).filter(({ number, name }) =>
    `${number} ${name}`.toLowerCase().includes(word),
  );
  return { templates: templates.data?.list ?? [], parts: found, onPartSearch: setKeyword };
}
