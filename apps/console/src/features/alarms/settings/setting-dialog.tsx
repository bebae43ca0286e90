import {
  alarmCalls,
  alarmFixers,
  alarmLevels,
  alarmOrderModes,
  alarmPushChoices,
  alarmSettingCalls,
  maxOrderMinutes,
  type AlarmOrderMode,
  type AlarmPushChoice,
  type AlarmSettingRow,
} from '@sweepline/contract';
import { Form, Input, InputNumber, Select } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { DayField } from '../../../kit/form/day-field.tsx';
import { FormDialog } from '../../../kit/form/form-dialog.tsx';
import { SettingEffect } from './setting-effect.tsx';
import { choiceOf, useSettingWords } from './setting-words.ts';
import type { SettingPlace } from './use-set-alarm.ts';

interface Props {
  row: AlarmSettingRow;
  place: SettingPlace;
  /** The choice for the push at first, when the dialog is opened to suppress the code. */
  push?: AlarmPushChoice;
  onClose: () => void;
}

/** What the company decides about one code. Every field can be inherited. */
export function SettingDialog({ row, place, push, onClose }: Props) {
  const { t } = useTranslation('alarms/settings');
  const { nameOf, levelOf } = useSettingWords();
  const [openedAt] = useState(() => Date.now());
  const { own, inherited, code, errorType } = row;
  const inherit = (value: string) => t('inheritedValue', { value });
  return (
    <FormDialog
      title={t('editTitle', { code: nameOf(row) })}
      call={alarmSettingCalls.setAlarm}
      submit={t('save')}
      done={t('saved', { code: nameOf(row) })}
      failed={t('failed')}
      also={[alarmCalls.list.family, 'alarmQuality']}
      initial={{
        ...place,
        code,
        errorType,
        version: own.version,
        level: own.level,
        fixer: own.fixer,
        push: push ?? choiceOf(row, openedAt),
        pushUntil: own.pushOffUntil,
        reason: own.reason,
        orderMode: own.orderMode,
        orderAfterMinutes: own.orderAfterMinutes ?? inherited.orderAfterMinutes,
      }}
      onClose={onClose}
    >
      <SettingEffect row={row} />
      <Form.Item
        name="level"
        label={t('level')}
        getValueProps={(value: number | null) => ({ value: value ?? 0 })}
        getValueFromEvent={(value: number) => value || null}
      >
        <Select
          options={[
            { value: 0, label: inherit(levelOf(inherited.level)) },
            ...alarmLevels.map((level) => ({ value: level as number, label: levelOf(level) })),
          ]}
        />
      </Form.Item>
      <Form.Item
        name="fixer"
        label={t('fixer')}
        getValueProps={(value: string | null) => ({ value: value ?? '' })}
        getValueFromEvent={(value: string) => value || null}
      >
        <Select
          options={[
            { value: '', label: inherit(t(`fixers.${inherited.fixer}`)) },
            ...alarmFixers.map((fixer) => ({ value: fixer as string, label: t(`fixers.${fixer}`) })),
          ]}
        />
      </Form.Item>
      <Form.Item name="push" label={t('push')}>
        <Select
          options={alarmPushChoices.map((choice) => ({
            value: choice,
            label:
              choice === 'INHERITED'
                ? inherit(t(inherited.isTold ? 'told' : 'notTold'))
                : t(`pushes.${choice}`),
          }))}
        />
      </Form.Item>
      <SuppressionFields />
      <OrderFields row={row} />
    </FormDialog>
  );
}

/** Whether the code makes a work order, and after how many minutes by itself. */
function OrderFields({ row: { inherited } }: Pick<Props, 'row'>) {
  const { t } = useTranslation('alarms/settings');
  const { orderOf } = useSettingWords();
  const mode = Form.useWatch<AlarmOrderMode | null | undefined>('orderMode');
  const byRule = { mode: inherited.orderMode, afterMinutes: inherited.orderAfterMinutes };
  return (
    <>
      <Form.Item
        name="orderMode"
        label={t('order')}
        getValueProps={(value: string | null) => ({ value: value ?? '' })}
        getValueFromEvent={(value: string) => value || null}
      >
        <Select
          options={[
            { value: '', label: t('inheritedValue', { value: orderOf(byRule) }) },
            ...alarmOrderModes.map((each) => ({ value: each as string, label: t(`orders.${each}`) })),
          ]}
        />
      </Form.Item>
      {mode === 'AUTO' && (
        <Form.Item name="orderAfterMinutes" label={t('orderAfter')} extra={t('orderAfterHint')}>
          <InputNumber min={0} max={maxOrderMinutes} precision={0} />
        </Form.Item>
      )}
    </>
  );
}

/** The end and the reason of a suppression, while one is chosen. */
function SuppressionFields() {
  const { t } = useTranslation('alarms/settings');
  const push = Form.useWatch<AlarmPushChoice | undefined>('push');
  if (push === undefined || push === 'INHERITED' || push === 'ON') return null;
  return (
    <>
      {push === 'OFF_UNTIL' && (
        <DayField name="pushUntil" label={t('until')} end ahead hint={t('untilHint')} />
      )}
      <Form.Item name="reason" label={t('reason')} extra={t('reasonHint')}>
        <Input.TextArea maxLength={200} rows={2} />
      </Form.Item>
    </>
  );
}
