import { Form, Select } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ActDialog, type ActRows } from './alarm-dialogs.tsx';
import { useReminderWords } from './use-reminder-words.ts';

const choices = [5, 10, 15, 30, 60, 120, 240, 480, 1_440];
const policy = -1;

/** Changes how often these alarms alone remind their receivers. */
export function RemindDialog(props: ActRows) {
  const { t } = useTranslation('alarms/alarms');
  const words = useReminderWords();
  const [minutes, setMinutes] = useState<number>();
  return (
    <ActDialog
      act="remind"
      fields={{ minutes: minutes === policy ? null : (minutes ?? null) }}
      ready={minutes !== undefined}
      {...props}
    >
      <Form.Item label={t('reminder')} htmlFor="alarm-reminder">
        <Select
          id="alarm-reminder"
          autoFocus
          value={minutes}
          onChange={setMinutes}
          options={[
            { value: policy, label: words(null) },
            ...choices.map((value) => ({ value, label: words(value) })),
            { value: 0, label: words(0) },
          ]}
        />
      </Form.Item>
    </ActDialog>
  );
}
