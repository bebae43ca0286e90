import { useTranslation } from 'react-i18next';
import { Ago } from '../../../kit/format/ago.tsx';
import type { Outbox } from '../../../kit/offline/outbox.ts';
import { useEntries, useSendingId } from '../../../kit/offline/use-outbox-state.ts';
import { useOnline } from '../../../kit/offline/use-online.ts';
import { Button } from '../../../kit/ui/button.tsx';
import { StateMark } from '../../../kit/ui/state-mark.tsx';

interface Props {
  outbox: Outbox;
  /** When the shown orders were read; null while they are current. */
  keptAt: string | null;
}

/** Whether the shown orders are current, and what waits to be sent. */
export function SendStrip({ outbox, keptAt }: Props) {
  const { t } = useTranslation('service/my-orders');
  const isOnline = useOnline();
  const entries = useEntries(outbox);
  const isSending = useSendingId(outbox) !== null;
  const count = entries.length;
  const stuck = entries.filter(({ state }) => state !== 'WAITING').length;
  if (count === 0 && keptAt === null && isOnline) return null;
  return (
    <div className="my-strip" role="status">
      {(keptAt !== null || !isOnline) && (
        <p>
          <StateMark tone="quiet" icon="offline" word={t(isOnline ? 'unreachable' : 'offline')} />{' '}
          {keptAt !== null && (
            <small>
              {t('readAt')} <Ago at={keptAt} />
            </small>
          )}
        </p>
      )}
      {count > 0 && (
        <p>
          <StateMark
            tone={stuck > 0 ? 'fault' : 'waiting'}
            icon="upload"
            word={isSending ? t('sendingCount', { count }) : t('unsent', { count })}
          />{' '}
          {stuck > 0 && <small>{t('stuck', { count: stuck })}</small>}
          {isOnline && count > stuck && (
            <Button look="quiet" busy={isSending} onClick={() => void outbox.run()}>
              {t('sendNow')}
            </Button>
          )}
        </p>
      )}
      {count > 0 && !outbox.isDurable && <p>{t('notDurable')}</p>}
    </div>
  );
}
