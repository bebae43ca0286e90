import { calendarCalls, holidayCalls, siteCalls } from '@sweepline/contract';
import { useQuery } from '@tanstack/react-query';
import { Select } from 'antd';
import { useState, type FormEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { Dialog } from '../../../kit/form/dialog.tsx';
import { callQuery } from '../../../kit/api/api.ts';
import { Button } from '../../../kit/ui/button.tsx';
import { DateInput } from '../../../kit/form/date-input.tsx';
import { formatDay } from '../../../kit/format/format-day.ts';
import { may } from '../../../kit/api/may.ts';
import { useAction } from '../../../kit/api/use-action.ts';

const also = [calendarCalls.range.family];

/** The holidays of the company and its sites, on which plans can pause. */
export function HolidayDialog({ today, onClose }: { today: string; onClose: () => void }) {
  const { t } = useTranslation('work/calendar');
  const { data } = useQuery(callQuery(holidayCalls.list, { from: today, page: 1, pageSize: 99 }));
  const { data: sites } = useQuery(callQuery(siteCalls.list, { page: 1, pageSize: 99 }));
  const add = useAction(holidayCalls.add, { also, after: () => setNext({ ...next, date: '', name: '' }) });
  const remove = useAction(holidayCalls.remove, { done: t('holidayGone'), also });
  const [next, setNext] = useState({ date: '', name: '', siteId: null as string | null });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    add.mutate(next);
  };
  return (
    <Dialog open title={t('holidays')} onCancel={onClose} footer={null} width={520}>
      <p>{t('holidaysHint')}</p>
      {may(holidayCalls.add.allow) && (
        <form className="holiday-add" onSubmit={submit}>
          <DateInput
            required
            aria-label={t('day')}
            value={next.date}
            onChange={(date) => setNext({ ...next, date })}
          />
          <input
            required
            maxLength={60}
            className="sl-input"
            placeholder={t('holidayName')}
            aria-label={t('holidayName')}
            value={next.name}
            onChange={({ target }) => setNext({ ...next, name: target.value })}
          />
          <Select
            allowClear
            aria-label={t('site')}
            placeholder={t('wholeCompany')}
            value={next.siteId}
            onChange={(siteId: string | undefined) => setNext({ ...next, siteId: siteId ?? null })}
            options={sites?.list.map(({ id, name }) => ({ value: id, label: name })) ?? []}
          />
          <Button look="main" icon="plus" type="submit" busy={add.isPending}>
            {t('addHoliday')}
          </Button>
        </form>
      )}
      <ul className="holiday-list">
        {data?.list.map(({ id, date, name, siteName, companyName }) => (
          <li key={id}>
            <b>{formatDay(date)}</b>
            <span>
              {name}
              <small>{siteName ?? companyName}</small>
            </span>
            {may(holidayCalls.remove.allow) && (
              <Button
                look="quiet"
                icon="trash"
                aria-label={t('deleteHoliday', { name })}
                onClick={() => remove.mutate({ id })}
              />
            )}
          </li>
        ))}
        {data?.list.length === 0 && <li>{t('noHolidays')}</li>}
      </ul>
    </Dialog>
  );
}
