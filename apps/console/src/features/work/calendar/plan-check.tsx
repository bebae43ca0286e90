import { calendarCalls, type Conflict, type Forecast } from '@sweepline/contract';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { Form } from 'antd';
import { useDeferredValue } from 'react';
import { useTranslation } from 'react-i18next';
import { callQuery } from '../../../kit/api/api.ts';
import { Figure } from '../../../kit/ui/figure.tsx';
import { formatLitres, formatNumber, formatPercent, unknown } from '../../../kit/format/format.ts';
import { formatDay } from '../../../kit/format/format-day.ts';
import { Icon } from '../../../kit/ui/icon.tsx';
import { StateMark } from '../../../kit/ui/state-mark.tsx';
import { formatTimeIn } from '../../../kit/format/zone-time.ts';

/** A preview of a plan: its first start, whether it fits, and its conflicts. */
export function PlanCheck({ scheduleId }: { scheduleId: string | undefined }) {
  const { t } = useTranslation('work/calendar');
  const form = Form.useFormInstance();
  const values = useDeferredValue(Form.useWatch<Record<string, unknown>>([], form));
  const { taskId, kind, startDate, endDate, time, weekdays, rrule, timezone, minutes } = values ?? {};
  const when = { kind, startDate, endDate, time, weekdays, rrule, timezone, minutes };
  const read = calendarCalls.check.input.safeParse({ taskId, ...when, ...(scheduleId && { scheduleId }) });
  const { data } = useQuery({
    ...callQuery(calendarCalls.check, read.success ? read.data : ({} as never)),
    enabled: read.success,
    placeholderData: keepPreviousData,
    meta: { silent: true },
  });
  if (!read.success || !data) return <p className="plan-check-none">{t('checkHint')}</p>;
  const [first] = data.next;
  const zone = read.data.timezone;
  return (
    <section className="plan-check" aria-live="polite">
      <h3>{t('checkTitle')}</h3>
      <p>
        <Icon name="clock" size={15} />
        {first ? t('firstAt', { at: formatTimeIn(first, zone) }) : t('neverDue')}
        {data.next.length > 1 && (
          <small title={data.next.map((at) => formatTimeIn(at, zone)).join('\n')}>
            {t('andMore', { count: data.next.length - 1 })}
          </small>
        )}
      </p>
      <Fit forecast={data.forecast} minutes={Number(minutes)} />
      {data.holidays.length > 0 && (
        <p>
          <Icon name="sleep" size={15} />
          {t('onTheseHolidays', {
            days: data.holidays.map(({ date, name }) => `${name} (${formatDay(date)})`).join(', '),
          })}
        </p>
      )}
      <Conflicts conflicts={data.conflicts} zone={zone} />
    </section>
  );
}

type Spread = Forecast['minutes'];

function Fit({ forecast, minutes }: { forecast: Forecast; minutes: number }) {
  const { t } = useTranslation('work/calendar');
  const { basis, n, confidence, fits } = forecast;
  const formula = basis ? t(`fitFormula.${basis}`, { count: n }) : t('fitUnknown');
  const figure = (spread: Spread, format: (value: number) => string) =>
    spread
      ? {
          value: format(spread.median),
          formula: `${formula}\n${t('spread', { low: format(spread.low), high: format(spread.high) })}`,
        }
      : { value: unknown };
  const inMinutes = (value: number) => t('min', { count: formatNumber(value) });
  return (
    <div className="plan-fit">
      {fits === null ? (
        <StateMark tone="quiet" icon="info" word={t('fitUnknown')} />
      ) : fits ? (
        <StateMark tone="working" icon="check" word={t('fits', { minutes: formatNumber(minutes) })} />
      ) : (
        <StateMark tone="waiting" icon="alert" word={t('fitsNot', { minutes: formatNumber(minutes) })} />
      )}
      <dl>
        <div>
          <dt>{t('takes')}</dt>
          <dd>
            <Figure {...figure(forecast.minutes, inMinutes)} />
          </dd>
        </div>
        <div>
          <dt>{t('battery')}</dt>
          <dd>
            <Figure {...figure(forecast.batteryPct, (value) => formatPercent(value))} />
          </dd>
        </div>
        <div>
          <dt>{t('water')}</dt>
          <dd>
            <Figure {...figure(forecast.waterL, formatLitres)} />
          </dd>
        </div>
        <div>
          <dt>{t('confidence')}</dt>
          <dd>{confidence ? `${t(`confidences.${confidence}`)} · n = ${n}` : unknown}</dd>
        </div>
      </dl>
    </div>
  );
}

function Conflicts({ conflicts, zone }: { conflicts: readonly Conflict[]; zone: string }) {
  const { t } = useTranslation('work/calendar');
  if (conflicts.length === 0)
    return (
      <p>
        <StateMark tone="working" icon="check" word={t('noConflicts')} />
      </p>
    );
  return (
    <ul className="plan-conflicts">
      {conflicts.slice(0, 5).map(({ kind, at, scheduleId, taskName, deviceName, zoneName }) => (
        <li key={`${scheduleId} ${at}`}>
          <Icon name="alert" size={15} />
          <span>
            {t(`conflicts.${kind}`, { task: taskName, device: deviceName, zone: zoneName ?? '' })}
            <small>{formatTimeIn(at, zone)}</small>
          </span>
        </li>
      ))}
      {conflicts.length > 5 && <li>{t('moreConflicts', { count: conflicts.length - 5 })}</li>}
    </ul>
  );
}
