import { timeZoneNames } from '@sweepline/contract/robot';
import { missedPolicies, scheduleKinds, siteCalls, taskCalls, type Task } from '@sweepline/contract';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { Form, Select } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { callQuery } from '../../../kit/api/api.ts';
import { DateInput } from '../../../kit/form/date-input.tsx';
import { formatWeekday, weekdays } from '../../../kit/format/format-day.ts';
import { deviceName } from '../../../shared/robot/use-device-choices.ts';

const zones = () => timeZoneNames.map((zone) => ({ value: zone, label: zone }));
/** The weekdays in the user's order. */
const weekdayChoices = () => weekdays().map((day) => ({ value: day, label: formatWeekday(day, 'short') }));

function useTasks(chosen: Task | undefined) {
  const [keyword, search] = useState('');
  const { data } = useQuery({
    ...callQuery(taskCalls.list, { keyword, page: 1, pageSize: 50, sort: 'name' }),
    placeholderData: keepPreviousData,
  });
  const rows = data?.list.filter(({ state }) => state !== 'DISABLED') ?? [];
  const all = chosen && !rows.some(({ id }) => id === chosen.id) ? [chosen, ...rows] : rows;
  return { tasks: all, search };
}

/** The task and its robot; the robot's site sets the time zone. */
export function TaskField({ task }: { task: Task | undefined }) {
  const { t } = useTranslation('work/calendar');
  const form = Form.useFormInstance();
  const { tasks, search } = useTasks(task);
  const { data: sites } = useQuery(callQuery(siteCalls.list, { page: 1, pageSize: 99 }));
  const follow = (id: string) => {
    const chosen = tasks.find((it) => it.id === id);
    const site = sites?.list.find(
      ({ name, companyName }) => name === chosen?.siteName && companyName === chosen.companyName,
    );
    if (site) form.setFieldValue('timezone', site.timezone);
  };
  return (
    <Form.Item name="taskId" label={t('task')}>
      <Select
        showSearch={{ onSearch: search, filterOption: false }}
        placeholder={t('chooseTask')}
        onChange={follow}
        options={tasks.map((it) => ({ value: it.id, label: `${it.name} · ${deviceName(it.device)}` }))}
      />
    </Form.Item>
  );
}

/** Days, time of day and time zone. */
export function WhenFields() {
  const { t } = useTranslation('work/calendar');
  const kind = Form.useWatch<string>('kind');
  const orNull = (day: string) => day || null;
  return (
    <>
      <Form.Item name="kind" label={t('repeats')}>
        <Select options={scheduleKinds.map((it) => ({ value: it, label: t(`kinds.${it}`) }))} />
      </Form.Item>
      {kind === 'WEEKLY' && (
        <Form.Item name="weekdays" label={t('weekdays')}>
          <Select mode="multiple" options={weekdayChoices()} showSearch={false} />
        </Form.Item>
      )}
      {kind === 'RRULE' && (
        <Form.Item name="rrule" label={t('rrule')} extra={t('rruleHint')}>
          <input className="sl-input" placeholder="FREQ=MONTHLY;BYDAY=1MO" />
        </Form.Item>
      )}
      <div className="plan-row">
        <Form.Item name="startDate" label={t(kind === 'ONCE' ? 'day' : 'from')}>
          <DateInput clearable={false} />
        </Form.Item>
        {kind !== 'ONCE' && (
          <Form.Item name="endDate" label={t('until')} getValueFromEvent={orNull}>
            <DateInput />
          </Form.Item>
        )}
        <Form.Item name="time" label={t('time')}>
          <DateInput kind="clock" clearable={false} />
        </Form.Item>
        <NumberField name="minutes" label={t('minutes')} min={5} max={1440} />
      </div>
      <Form.Item name="timezone" label={t('zone')} extra={t('zoneHint')}>
        <Select showSearch={{ optionFilterProp: 'label' }} options={zones()} />
      </Form.Item>
    </>
  );
}

const NumberField = ({
  name,
  label,
  min,
  max,
}: {
  name: string;
  label: string;
  min: number;
  max: number;
}) => (
  <Form.Item
    name={name}
    label={label}
    getValueFromEvent={({ target }: { target: HTMLInputElement }) => target.valueAsNumber}
  >
    <input type="number" className="sl-input" min={min} max={max} step={5} />
  </Form.Item>
);

/** The rule for late starts and for holidays. */
export function PolicyFields() {
  const { t } = useTranslation('work/calendar');
  const missed = Form.useWatch<string>('missed');
  return (
    <>
      <Form.Item
        name="missed"
        label={t('missed')}
        extra={t(`missedHints.${missed === 'SKIP' ? 'SKIP' : 'CATCH_UP'}`)}
      >
        <Select options={missedPolicies.map((it) => ({ value: it, label: t(`missedPolicies.${it}`) }))} />
      </Form.Item>
      {missed !== 'SKIP' && <NumberField name="startLatestMin" label={t('startLatest')} min={0} max={240} />}
      <Form.Item name="onHolidays" label={t('onHolidays')}>
        <Select
          options={(['RUN', 'SKIP'] as const).map((it) => ({ value: it, label: t(`holidayPolicies.${it}`) }))}
        />
      </Form.Item>
    </>
  );
}
