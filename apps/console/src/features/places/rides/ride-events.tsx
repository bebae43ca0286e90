import { rideCodes, type RideCode, type RideEvent } from '@sweepline/contract';
import { useTranslation } from 'react-i18next';
import { formatClock, unknown } from '../../../kit/format/format.ts';
import { PlainTable } from '../../../kit/list/plain-table.tsx';
import { useCodeText } from './use-code-text.ts';

const isCode = (word: string): word is RideCode => rideCodes.some((code) => code === word);

/** What happened in a ride, in its order: states, commands, and acts of people, each with the car as it then was. */
export function RideEvents({ events }: { events: readonly RideEvent[] }) {
  const { t } = useTranslation('places/rides');
  const { t: words } = useTranslation('places/elevators');
  const textOf = useEventText();
  if (events.length === 0) return <p>{t('noEvents')}</p>;
  // A ride may have the same entry twice in one moment.
  const entries = events.map((event, order) => ({ event, order }));
  return (
    <section className="ride-events">
      <h2>{t('timeline')}</h2>
      <PlainTable look="inline" cards>
        <thead>
          <tr>
            <th scope="col">{t('time')}</th>
            <th scope="col">{t('source')}</th>
            <th scope="col">{t('event')}</th>
            <th scope="col">{t('car')}</th>
          </tr>
        </thead>
        <tbody>
          {entries.map(({ event, order }) => (
            <tr key={order}>
              <td data-label={t('time')}>
                <time dateTime={event.at}>{formatClock(event.at, true)}</time>
              </td>
              <td data-label={t('source')}>{t(`sources.${event.source}`)}</td>
              <td data-label={t('event')}>
                {textOf(event)}
                {event.by && <small> {event.by}</small>}
                {event.reason && <small> “{event.reason}”</small>}
              </td>
              <td data-label={t('car')}>
                {event.floor === null
                  ? unknown
                  : [
                      words('atFloor', { floor: event.floor }),
                      event.door ? words(`doorStates.${event.door}`) : unknown,
                      event.mode ? words(`modes.${event.mode}`) : unknown,
                    ].join(' · ')}
              </td>
            </tr>
          ))}
        </tbody>
      </PlainTable>
    </section>
  );
}

/** An entry of the timeline in words. */
function useEventText(): (event: RideEvent) => string {
  const { t } = useTranslation('places/rides');
  const codeText = useCodeText();
  return ({ source, word, status, grant }) => {
    const [name, floor = ''] = word.split(' ');
    if (source === 'PERSON') return t(word === 'ABORT' ? 'words.ABORT' : 'words.RELEASE');
    if (source === 'ROBOT') return [t(`statuses.${status}`), ...(word ? [codeText(word)] : [])].join(': ');
    if (source === 'MODULE') return word === 'OPEN' ? t('words.OPEN') : t(`grants.${grant}`);
    if (isCode(word)) return codeText(word);
    if (name === 'call') return t('words.call', { floor });
    if (name === 'reserve' || name === 'hold' || name === 'release') return t(`words.${name}`);
    return unknown;
  };
}
