import type { ActivationCode, CodeEvent } from '@sweepline/contract';
import { useTranslation } from 'react-i18next';
import { formatTime } from '../../../kit/format/format.ts';
import { Icon } from '../../../kit/ui/icon.tsx';
import type { IconName } from '../../../kit/ui/icons.ts';

const icons: Record<CodeEvent['kind'], IconName> = {
  LINKED: 'building',
  CHANGED: 'edit',
  REVOKED: 'stop',
  REFUSED: 'alert',
  USED: 'check',
  ISSUED_AGAIN: 'refresh',
};

/** The events of a code, the newest first, its creation last. */
export function CodeHistory({ code, events }: { code: ActivationCode; events: CodeEvent[] }) {
  const { t } = useTranslation('stock/activation-codes');
  const textOf = ({ kind, company, sn, fault }: CodeEvent) => {
    if (kind === 'LINKED') return company ? t('events.LINKED', { company }) : t('events.linkedAway');
    if (kind === 'REFUSED')
      return t('events.REFUSED', { sn: sn ?? '', reason: fault ? t(`faults.${fault}`) : '' });
    if (kind === 'USED' || kind === 'ISSUED_AGAIN') return t(`events.${kind}`, { sn: sn ?? '' });
    return t(`events.${kind}`);
  };
  return (
    <section>
      <h3>{t('history')}</h3>
      <ol className="code-history">
        {events.toReversed().map((event) => (
          <li key={event.id}>
            <Icon name={icons[event.kind]} size={15} />
            <span>{textOf(event)}</span>
            <small>
              {formatTime(event.at)} · {event.by}
            </small>
          </li>
        ))}
        <li>
          <Icon name="plus" size={15} />
          <span>{t('events.made')}</span>
          <small>
            {formatTime(code.createdAt)} · {code.createdBy}
          </small>
        </li>
      </ol>
    </section>
  );
}
