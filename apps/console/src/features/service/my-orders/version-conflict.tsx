import type { WorkOrderDetail } from '@sweepline/contract';
import { useTranslation } from 'react-i18next';
import { Ago } from '../../../kit/format/ago.tsx';
import { Button } from '../../../kit/ui/button.tsx';
import type { Outbox } from '../../../kit/offline/outbox.ts';
import type { OutboxEntry } from '../../../kit/offline/outbox-entry.ts';
import { usePersonName } from '../../../shared/people/use-person-name.ts';
import { useWorkOrderWords } from '../../../shared/work-order-words/use-work-order-words.ts';
import { useActWords } from './act-words.ts';
import { actOf, draftOfAct, isPossible } from './queued-acts.ts';

interface Props {
  outbox: Outbox;
  entry: OutboxEntry;
  order: WorkOrderDetail;
}

/** The own act beside the order as others left it. The person decides which one counts. */
export function VersionConflict({ outbox, entry, order }: Props) {
  const { t } = useTranslation('service/my-orders');
  const wordsOf = useActWords();
  const act = actOf(entry);
  const run = (work: Promise<void>) => void work.then(outbox.run);
  const send = (draft: ReturnType<typeof draftOfAct>) =>
    run(outbox.redo(entry.id, { path: draft.path, input: draft.input }));
  const version = 'version' in entry.input ? { version: order.version } : {};
  return (
    <>
      <dl className="my-conflict">
        <div>
          <dt>{t('mine')}</dt>
          <dd className="my-words">{wordsOf(entry)}</dd>
        </div>
        <div>
          <dt>{t('theirs')}</dt>
          <dd>
            <Theirs order={order} />
          </dd>
        </div>
      </dl>
      <div className="my-act-buttons">
        <Button onClick={() => run(outbox.discard(entry.id))}>{t('keepTheirs')}</Button>
        {act?.text && act.kind !== 'comment' && (
          <Button onClick={() => send(draftOfAct(order, { ...act, kind: 'comment' }))}>
            {t('asComment')}
          </Button>
        )}
        {(!act || isPossible(order, act)) && (
          <Button
            look="main"
            onClick={() => run(outbox.redo(entry.id, { input: { ...entry.input, ...version } }))}
          >
            {t('sendMine')}
          </Button>
        )}
      </div>
    </>
  );
}

function Theirs({ order }: { order: WorkOrderDetail }) {
  const personName = usePersonName();
  const { word } = useWorkOrderWords();
  const { state, waiting, resolution, resolutionText } = order;
  const last = order.events.find(({ by }) => by?.mine !== true);
  return (
    <>
      <p>
        {word('state', state)}
        {waiting && ` · ${word('waiting', waiting.for)}`}
        {resolution && ` · ${word('resolution', resolution)}`}
      </p>
      {resolutionText && <p className="my-words">{resolutionText}</p>}
      {last && (
        <p>
          {personName(last.by)} · <Ago at={last.at} />
        </p>
      )}
      {last?.text && last.text !== resolutionText && <p className="my-words">{last.text}</p>}
    </>
  );
}
