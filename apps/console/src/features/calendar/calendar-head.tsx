import { Select } from 'antd';
import { useTranslation } from 'react-i18next';
import { Button } from '../../kit/ui/button.tsx';
import { formatNumber } from '../../kit/format/format.ts';
import { useDeviceChoices } from '../../shared/robot/use-device-choices.ts';
import { AppointmentsButton } from '../../shared/work-orders/appointments-button.tsx';
import { Segments } from '../../kit/ui/segments.tsx';
import { stepDate, views } from './calendar-rules.ts';
import type { Calendar } from './use-calendar.ts';

interface Props {
  calendar: Calendar;
  label: string;
  mayPlan: boolean;
  onPlan: () => void;
  onHolidays: () => void;
}

const doneStates = ['DONE', 'LATE', 'SHORT'];

/** The displayed period, its filters, and the result of past starts. */
export function CalendarHead({ calendar, label, mayPlan, onPlan, onHolidays }: Props) {
  const { t } = useTranslation('calendar');
  const { view, setView, day, setDay, today, sites, siteId, setSite, deviceId, setDevice, starts, zone } =
    calendar;
  const devices = useDeviceChoices(deviceId || undefined);
  const over = starts.filter(({ state }) => doneStates.includes(state) || state === 'MISSED');
  const missed = over.filter(({ state }) => state === 'MISSED').length;
  return (
    <header className="plan-head">
      <div className="sl-page-head">
        <h1>
          {t('title')} <span className="sl-count">{label}</span>
        </h1>
        <div className="sl-page-actions">
          <AppointmentsButton range={calendar.range} zone={zone} />
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
        <small className="plan-zone">
          {t('clocks', { zone })}
          {over.length > 0 &&
            ` · ${t('kept', { done: formatNumber(over.length - missed), all: formatNumber(over.length) })}`}
        </small>
      </div>
    </header>
  );
}
