import { cardUsageKinds, type CardUsageDay } from '@sweepline/contract';
import { useTranslation } from 'react-i18next';
import { formatBytes } from '../../kit/format/format.ts';
import { formatDay } from '../../kit/format/format-day.ts';

const maxDays = 30;

/** Bar chart of the usage per day, stacked by kind. The tallest bar is the maximum of the period. */
export function UsageChart({ usage }: { usage: CardUsageDay[] }) {
  const { t } = useTranslation('network-cards');
  const days = [...new Set(usage.map(({ day }) => day))].toSorted().slice(-maxDays);
  if (days.length === 0) return <p className="card-none">{t('noUsage')}</p>;
  const bytesOf = (day: string, kind: string) =>
    usage.find((row) => row.day === day && row.kind === kind)?.bytes ?? 0;
  const totalOf = (day: string) => cardUsageKinds.reduce((sum, kind) => sum + bytesOf(day, kind), 0);
  const maxBytes = Math.max(1, ...days.map(totalOf));
  const kinds = cardUsageKinds.filter((kind) => days.some((day) => bytesOf(day, kind) > 0));
  return (
    <figure className="card-usage">
      <ol>
        {days.map((day) => (
          <li key={day} title={`${formatDay(day)} · ${formatBytes(totalOf(day))}`}>
            <span className="sl-sr-only">
              {formatDay(day)} {formatBytes(totalOf(day))}
            </span>
            {kinds.map((kind) => (
              <i
                key={kind}
                className={`card-kind-${kind}`}
                style={{ blockSize: `${(bytesOf(day, kind) / maxBytes) * 100}%` }}
              />
            ))}
          </li>
        ))}
      </ol>
      <figcaption>
        {kinds.map((kind) => (
          <span key={kind}>
            <i className={`card-kind-${kind}`} />
            {t(`kinds.${kind}`)}
          </span>
        ))}
      </figcaption>
    </figure>
  );
}
