import { boardFigureCalls, type StartTotals } from '@sweepline/contract';
import { Select } from 'antd';
import { useTranslation } from 'react-i18next';
import { may } from '../../../kit/api/may.ts';
import { Button } from '../../../kit/ui/button.tsx';
import { formatNumber } from '../../../kit/format/format.ts';
import { useDeviceChoices } from '../../../shared/robot/use-device-choices.ts';
import { AppointmentsButton } from '../../../shared/work-orders/appointments-button.tsx';
import { Segments } from '../../../kit/ui/segments.tsx';
import { formatZone } from '../../../kit/format/zone-time.ts';
import { stepDate, views } from './calendar-rules.ts';
import type { Calendar } from './use-calendar.ts';

interface Props {
  calendar: Calendar;
  label: string;
  mayPlan: boolean;
  onPlan: () => void;
  onHolidays: () => void;
}

/** The displayed period, its filters, and the result of past starts. */
export function CalendarHead({ calendar, label, mayPlan, onPlan, onHolidays }: Props) {
  const { t } = useTranslation('work/calendar');
  const { view, setView, day, setDay, today, sites, siteId, setSite, deviceId, setDevice, startsDue, zone } =
    calendar;
  const devices = useDeviceChoices(deviceId || undefined);
  return (
    <header className="plan-head">
      <div className="sl-page-head">
        <h1>
          {t('title')} <span className="sl-count">{label}</span>
        </h1>
        <div className="sl-page-actions">
          <AppointmentsButton range={calendar.range} />
          <Button icon="sleep" onClick={onHolidays}>
            {t('holidays')}
          </Button>
          {mayPlan && (
            <Button look="main" icon="plus" onClick={onPlan}>
              {t('plan')}
            </Button>
          )}
        </div>
      </div>
      <div className="plan-bar">
        <Segments
          label={t('view')}
          value={view}
          options={views.map((value) => ({ value, text: t(`views.${value}`) }))}
          onChange={setView}
        />
        <span className="plan-steps">
          <Button
            look="quiet"
            icon="left"
            aria-label={t('back')}
            onClick={() => setDay(stepDate(view, day, -1))}
          />
          <Button look="quiet" onClick={() => setDay(today)}>
            {t('today')}
          </Button>
          <Button
            look="quiet"
            icon="right"
            aria-label={t('on')}
            onClick={() => setDay(stepDate(view, day, 1))}
          />
        </span>
        <Select
          allowClear
          className="sl-filter"
          aria-label={t('site')}
          placeholder={t('site')}
          value={siteId || null}
          popupMatchSelectWidth={false}
          onChange={(value: string | undefined) => setSite(value ?? '')}
          options={sites.map(({ id, name }) => ({ value: id, label: name }))}
        />
        <Select
          allowClear
          className="sl-filter"
          aria-label={t('device')}
          placeholder={t('device')}
          value={deviceId || null}
          popupMatchSelectWidth={false}
          showSearch={{ onSearch: devices.search, filterOption: false }}
          onChange={(value: string | undefined) => setDevice(value ?? '')}
          options={devices.options}
        />
        <small className="plan-zone">{t('clocks', { zone: formatZone(zone, calendar.now) })}</small>
        {may(boardFigureCalls.completion.allow) && <StartsDue totals={startsDue} />}
      </div>
    </header>
  );
}

/** How many of the starts due are done, in the words of the data overview. Its room is there before it, so that nothing moves. */
function StartsDue({ totals }: { totals: StartTotals | undefined }) {
  const { t } = useTranslation('work/calendar');
  if (!totals || totals.due === 0) return <small className="plan-due" />;
  const { due, done, open } = totals;
  return (
    <small className="plan-due">
      {t('startsOf', { done: formatNumber(done), due: formatNumber(due) })}
      {open > 0 && ` · ${t('startsOpen', { shown: formatNumber(open) })}`}
    </small>
  );
}
