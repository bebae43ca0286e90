import type { WorkOrderDetail } from '@sweepline/contract';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Ago } from '../../../kit/format/ago.tsx';
import type { Outbox } from '../../../kit/offline/outbox.ts';
import { useSendingId } from '../../../kit/offline/use-outbox-state.ts';
import type { OutboxEntry, OutboxState } from '../../../kit/offline/outbox-entry.ts';
import type { IconName } from '../../../kit/ui/icons.ts';
import { StateMark } from '../../../kit/ui/state-mark.tsx';
import type { Tone } from '../../../kit/ui/theme.ts';
import { ActForm } from './act-form.tsx';
import { useActWords } from './act-words.ts';
import { Button } from '../../../kit/ui/button.tsx';
import { actOf, draftOfAct } from './queued-acts.ts';
import { VersionConflict } from './version-conflict.tsx';

const looks: Record<OutboxState, { tone: Tone; icon: IconName }> = {
  WAITING: { tone: 'waiting', icon: 'clock' },
  REFUSED: { tone: 'fault', icon: 'alert' },
  CONFLICT: { tone: 'fault', icon: 'compare' },
  UNSURE: { tone: 'fault', icon: 'info' },
};

interface Props {
  outbox: Outbox;
  entries: readonly OutboxEntry[];
  order: WorkOrderDetail;
}

/** What was done on an order and has not reached the server. */
export function UnsentList({ outbox, entries, order }: Props) {
  const { t } = useTranslation('service/my-orders');
  if (entries.length === 0) return null;
  return (
    <section className="my-part my-unsent">
      <h2>{t('unsentTitle')}</h2>
      <ul>
        {entries.map((entry) => (
          <UnsentEntry key={entry.id} outbox={outbox} entry={entry} order={order} />
        ))}
      </ul>
    </section>
  );
}

/** Whether the same request may succeed now. One that names an old version cannot. */
const isRepeatable = ({ state, input }: OutboxEntry) =>
  state === 'UNSURE' || (state === 'CONFLICT' && !('version' in input));

function UnsentEntry({ outbox, entry, order }: Omit<Props, 'entries'> & { entry: OutboxEntry }) {
  const { t } = useTranslation('service/my-orders');
  const wordsOf = useActWords();
  const [isCorrected, setCorrected] = useState(false);
  const isSending = useSendingId(outbox) === entry.id;
  const { id, state } = entry;
  const act = actOf(entry);
  const run = (work: Promise<void>) => void work.then(outbox.run);
  const look = isSending ? ({ tone: 'moving', icon: 'upload' } as const) : looks[state];
  return (
    <li>
      <p>
        <StateMark {...look} word={isSending ? t('sending') : t(`unsentState.${state}`)} />{' '}
        <small>
          <Ago at={entry.at} />
        </small>
      </p>
      {entry.reason && <p className="my-unsent-why">{entry.reason}</p>}
      {state === 'CONFLICT' && act ? (
        <VersionConflict outbox={outbox} entry={entry} order={order} />
      ) : (
        <p className="my-words">{wordsOf(entry)}</p>
      )}
      {state === 'UNSURE' && <p>{t('unsureHint')}</p>}
      {isCorrected && act ? (
        <ActForm
          order={order}
          initial={act}
          onCancel={() => setCorrected(false)}
          onWrite={async (next) => {
            const { path, input } = draftOfAct(order, next);
            await outbox.redo(id, { path, input });
            void outbox.run();
          }}
        />
      ) : (
        (state !== 'CONFLICT' || !act) && (
          <div className="my-act-buttons">
            <Button disabled={isSending} onClick={() => run(outbox.discard(id))}>
              {t('discard')}
            </Button>
            {isRepeatable(entry) && <Button onClick={() => run(outbox.redo(id))}>{t('sendAgain')}</Button>}
            {state === 'REFUSED' && act && (
              <Button look="main" onClick={() => setCorrected(true)}>
                {t('correct')}
              </Button>
            )}
          </div>
        )
      )}
    </li>
  );
}
