import { deviceCareCalls, type Consumable } from '@sweepline/contract';
import { useTranslation } from 'react-i18next';
import { Ago } from '../../../kit/format/ago.tsx';
import { Button } from '../../../kit/ui/button.tsx';
import { formatDay } from '../../../kit/format/format-day.ts';
import { formatNumber, formatPercent, unknown } from '../../../kit/format/format.ts';
import { Level } from '../../../kit/ui/level.tsx';
import { may } from '../../../kit/api/may.ts';
import { StateMark } from '../../../kit/ui/state-mark.tsx';
import { useWords } from '../../../shared/words/use-words.ts';
import type { Mark } from '../../../shared/words/marks.ts';

const marks: Record<NonNullable<Consumable['state']>, Mark> = {
  GOOD: { tone: 'working', icon: 'check' },
  LOW: { tone: 'waiting', icon: 'alert' },
  EXHAUSTED: { tone: 'fault', icon: 'alert' },
};

interface Props {
  part: Consumable;
  onReset: () => void;
  onLimits: () => void;
}

/** One consumable: what is left of it, its installation, and its expected end. */
export function ConsumableRow({ part, onReset, onLimits }: Props) {
  const { t } = useTranslation('devices/care');
  const { word } = useWords();
  const { id, kind, state, remainingPct, usedHours, lifeHours, endsOn, lastResetAt, resets } = part;
  const { wishedLifeHours, warnPct, blockPct } = part;
  const drifts = wishedLifeHours !== null && lifeHours !== null && wishedLifeHours !== lifeHours;
  const mark = state && marks[state];
  const name = word('consumable', id);
  return (
    <li className="care-part">
      <strong>{name}</strong>
      <div className="care-part-left" title={t(kind === 'FILL' ? 'fillFormula' : 'leftFormula')}>
        <Level label={name} value={remainingPct} tone={mark?.tone ?? 'quiet'} />
        {mark && state ? (
          <StateMark {...mark} word={word('consumableState', state)} />
        ) : (
          <small>{t('notTold')}</small>
        )}
      </div>
      <dl>
        <div title={kind === 'FILL' ? undefined : t('usedFormula')}>
          <dt>{t('used')}</dt>
          <dd>
            {kind === 'FILL'
              ? t('byFill')
              : lifeHours === null
                ? unknown
                : t('usedOf', { used: formatNumber(usedHours, 1), life: formatNumber(lifeHours) })}
          </dd>
        </div>
        <div title={t('endsHint')}>
          <dt>{t('ends')}</dt>
          <dd>{endsOn ? formatDay(endsOn) : unknown}</dd>
        </div>
        {kind === 'WEAR' && (
          <div>
            <dt>{t('warnsAt')}</dt>
            <dd>
              {formatPercent(warnPct)}
              {blockPct > 0 && <small> · {t('blocksBelow', { pct: formatPercent(blockPct) })}</small>}
            </dd>
          </div>
        )}
        <div>
          <dt>{t('lastReset')}</dt>
          <dd>
            <Ago at={lastResetAt} />
            {resets !== null && resets > 0 && <small> · {t('resets', { count: resets })}</small>}
          </dd>
        </div>
      </dl>
      {drifts && (
        <StateMark
          tone="waiting"
          icon="alert"
          word={t('lifeDrifts', { hours: formatNumber(wishedLifeHours) })}
        />
      )}
      {kind === 'WEAR' && (
        <div className="care-part-acts">
          {may(deviceCareCalls.resetConsumable.allow) && <Button onClick={onReset}>{t('reset')}</Button>}
          {may(deviceCareCalls.setLimits.allow) && (
            <Button look="quiet" icon="edit" onClick={onLimits}>
              {t('limits')}
            </Button>
          )}
        </div>
      )}
    </li>
  );
}
