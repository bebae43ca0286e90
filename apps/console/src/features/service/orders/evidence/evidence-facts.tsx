import type { WorkOrderEvidence } from '@sweepline/contract';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { formatAgo } from '../../../../kit/format/format-ago.ts';
import {
  formatMetres,
  formatNumber,
  formatPercent,
  formatTimeExact,
  unknown,
} from '../../../../kit/format/format.ts';
import { Level } from '../../../../kit/ui/level.tsx';
import { usePartName } from '../../../../shared/words/use-part-name.ts';
import { useWords } from '../../../../shared/words/use-words.ts';

interface Props {
  content: WorkOrderEvidence;
}

/** The last state of the robot, its parts and its versions, each with its age when the evidence was taken. */
export function EvidenceFacts({ content }: Props) {
  const { t } = useTranslation('service/orders/evidence');
  return (
    <div className="evidence-facts">
      <section aria-label={t('live')}>
        <h3>{t('live')}</h3>
        <LiveFacts content={content} />
      </section>
      <section aria-label={t('consumables')}>
        <h3>{t('consumables')}</h3>
        <Consumables content={content} />
      </section>
      <section aria-label={t('versions')}>
        <h3>{t('versions')}</h3>
        <Versions content={content} />
      </section>
    </div>
  );
}

interface Aged {
  at: string;
}

function LiveFacts({ content: { live, takenAt } }: Props) {
  const { t } = useTranslation('service/orders/evidence');
  const { word } = useWords();
  if (!live) return <p className="evidence-note">{t('neverReported')}</p>;
  const { connection, mode, battery, position, tanks, network } = live;
  const taken = Date.parse(takenAt);
  const age = (part: Aged | null) =>
    part && (
      <small title={formatTimeExact(part.at)}>
        {formatAgo(part.at, Math.max(taken, Date.parse(part.at)))}
      </small>
    );
  const row = (name: string, part: Aged | null, value: ReactNode) => (
    <div>
      <dt>{name}</dt>
      <dd>
        {part ? value : unknown} {age(part)}
      </dd>
    </div>
  );
  const tank = [tanks?.value.cleanWaterPct, tanks?.value.dirtyWaterPct].map((value) =>
    formatPercent(value ?? null),
  );
  return (
    <dl>
      {row(
        t('connection'),
        connection.lastSeenAt === null ? null : { at: connection.lastSeenAt },
        word('connection', connection.state),
      )}
      {row(t('mode'), mode, mode && word('mode', mode.value.mode))}
      {row(t('battery'), battery, battery && formatPercent(battery.value.soc))}
      {row(
        t('position'),
        position,
        position && `${formatMetres(position.value.x)} / ${formatMetres(position.value.y)}`,
      )}
      {row(t('water'), tanks, tank.join(' / '))}
      {row(
        t('network'),
        network,
        network &&
          [
            word('network', network.value.mode),
            network.value.rssiDbm !== null && `${formatNumber(network.value.rssiDbm)} dBm`,
          ]
            .filter(Boolean)
            .join(' · '),
      )}
    </dl>
  );
}

function Consumables({ content: { consumables, takenAt } }: Props) {
  const { t } = useTranslation('service/orders/evidence');
  const { word } = useWords();
  const { at, list } = consumables;
  if (at === null || list.length === 0) return <p className="evidence-note">{t('neverReported')}</p>;
  return (
    <>
      <dl>
        {list.map(({ id, remainingPct }) => (
          <div key={id}>
            <dt>{word('consumable', id)}</dt>
            <dd>
              <Level
                value={remainingPct}
                tone={remainingPct <= 0 ? 'fault' : remainingPct < 20 ? 'waiting' : 'working'}
                label={word('consumable', id)}
              />
            </dd>
          </div>
        ))}
      </dl>
      <p className="evidence-note" title={formatTimeExact(at)}>
        {t('reported', { ago: formatAgo(at, Math.max(Date.parse(takenAt), Date.parse(at))) })}
      </p>
    </>
  );
}

function Versions({ content: { versions } }: Props) {
  const { t } = useTranslation('service/orders/evidence');
  const partName = usePartName();
  if (versions.length === 0) return <p className="evidence-note">{t('neverReported')}</p>;
  return (
    <dl>
      {versions.map(({ part, version, since }) => (
        <div key={part}>
          <dt>{partName(part)}</dt>
          <dd title={formatTimeExact(since)}>{version}</dd>
        </div>
      ))}
    </dl>
  );
}
