import { deviceShareCalls, maxShareAheadDays, permissions, shareTerms } from '@sweepline/contract';
import { useQuery } from '@tanstack/react-query';
import { Checkbox, Form, Input, Radio } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { callQuery } from '../../../kit/api/api.ts';
import { clockOf, dayOf, momentAt } from '../../../kit/format/days.ts';
import { DateInput } from '../../../kit/form/date-input.tsx';
import { FormDialog } from '../../../kit/form/form-dialog.tsx';
import { may } from '../../../kit/api/may.ts';

interface Props {
  device: { id: string; nickname: string };
  onClose: () => void;
}

/** The local time of the field; the call takes the moment. */
const clockFace = (at: string | number) => `${dayOf(at)}T${clockOf(at)}`;
const earliest = () => clockFace(Date.now());
const latest = () => clockFace(Date.now() + maxShareAheadDays * 86_400_000);
const asField = (at: unknown) => ({ value: typeof at === 'string' ? clockFace(at) : '' });
function asMoment(value: string): string | undefined {
  const [day, clock] = value.split('T');
  return day && clock ? momentAt(day, clock) : undefined;
}

/** Shares this device with an account of any company, view-only or with control, until a chosen time. */
export function ShareDialog({ device, onClose }: Props) {
  const { t } = useTranslation('devices/shares');
  const [term, setTerm] = useState('DAY');
  const [name, setName] = useState('');
  const rights = [
    // A user can share only rights that they have.
    { value: 'VIDEO', label: t('right.VIDEO'), disabled: !may(permissions.deviceVideo) },
    { value: 'CONTROL', label: t('right.CONTROL'), disabled: !may(permissions.deviceDrive) },
  ];
  return (
    <FormDialog
      title={t('shareTitle', { name: device.nickname })}
      call={deviceShareCalls.create}
      submit={t('share')}
      done={t('shared', { name: device.nickname })}
      initial={{ deviceId: device.id, rights: may(permissions.deviceVideo) ? ['VIDEO'] : [], term: 'DAY' }}
      onClose={onClose}
    >
      <Form.Item
        name="username"
        label={t('username')}
        extra={<RecipientName deviceId={device.id} username={name} />}
      >
        <Input
          autoFocus
          autoComplete="off"
          maxLength={100}
          onBlur={({ target }) => setName(target.value.trim())}
        />
      </Form.Item>
      <Form.Item name="rights" label={t('rights')} extra={t('rightsHint')}>
        <Checkbox.Group options={rights} />
      </Form.Item>
      <Form.Item
        name="term"
        label={t('howLong')}
        getValueFromEvent={({ target }: { target: { value: string } }) => {
          setTerm(target.value);
          return target.value;
        }}
      >
        <Radio.Group options={shareTerms.map((value) => ({ value, label: t(`term.${value}`) }))} />
      </Form.Item>
      {term === 'CUSTOM' && (
        <Form.Item name="endsAt" label={t('endsAt')} getValueFromEvent={asMoment} getValueProps={asField}>
          <DateInput kind="moment" min={earliest()} max={latest()} />
        </Form.Item>
      )}
    </FormDialog>
  );
}

/** The account that was found, so that the user checks the recipient before sharing. */
function RecipientName({ deviceId, username }: { deviceId: string; username: string }) {
  const { t } = useTranslation('devices/shares');
  const { data } = useQuery({
    ...callQuery(deviceShareCalls.find, { deviceId, username }),
    enabled: username !== '',
    retry: false,
    meta: { silent: true },
  });
  const found =
    data?.nickname != null ? t('found', { nickname: data.nickname }) : data && t('foundForeign', data);
  return <span aria-live="polite">{(username && found) || t('usernameHint')}</span>;
}
