import type { deviceHistoryCalls, Output } from '@sweepline/contract';
import { useTranslation } from 'react-i18next';
import { formatPercent, formatTimeExact, unknown } from '../../../kit/format/format.ts';
import { useWords } from '../../../shared/words/use-words.ts';
import { idleS } from '../../../shared/timeline/battery-curve.tsx';
import { nearest, valueAt } from '../../../shared/timeline/nearest.ts';

interface Props {
  data: Output<typeof deviceHistoryCalls.during>;
  at: number | null;
}

/** The values at the chosen moment. */
export function MomentFacts({ data, at }: Props) {
  const { t } = useTranslation('devices/history');
  const { word } = useWords();
  if (at === null) return <p className="dh-moment">{t('hint')}</p>;
  const sample = nearest(data.samples, at);
  const recent =
    sample && Math.abs(Date.parse(sample.at) - at) <= (data.stepS + idleS) * 1000 ? sample : undefined;
  const mode = valueAt(data.modes, at);
  const connection = valueAt(data.connection, at);
  return (
    <p className="dh-moment">
      <strong>{formatTimeExact(new Date(at).toISOString())}</strong>
      <span>{recent ? formatPercent(recent.soc) : unknown}</span>
      <span>{mode ? word('mode', mode) : unknown}</span>
      <span>{connection ? word('connection', connection) : unknown}</span>
    </p>
  );
}
