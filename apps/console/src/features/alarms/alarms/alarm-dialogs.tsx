import { alarmActCalls, alarmCalls, maxShelfDays, type AlarmEntry, type Sent } from '@sweepline/contract';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { Form, Input, Select } from 'antd';
import { useState, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { callQuery, send } from '../../../kit/api/api.ts';
import { withTimes } from '../../../kit/format/format.ts';
import { BulkDialog } from '../../../kit/list/bulk-dialog.tsx';
import { useAlarmName } from './alarm-state.tsx';

type ActCall = keyof typeof alarmActCalls;
/** The acts that bars and menus offer; an acknowledgement is withdrawn where it was given. */
export type AlarmAct = Exclude<ActCall, 'withdraw'>;
export interface ActRows {
  rows: AlarmEntry[];
  onClose: (changed: boolean) => void;
}
type Fields<A extends ActCall> = Omit<Sent<(typeof alarmActCalls)[A]>, 'alarms'>;

/** Sends an act on one alarm. Returns its version afterwards. A refusal of the alarm is an error, as that of a call is. */
export async function actOnAlarm<A extends ActCall>(
  act: A,
  { id, version }: Pick<AlarmEntry, 'id' | 'version'>,
  fields: Fields<A>,
): Promise<number> {
  const input = { ...fields, alarms: [{ id, version }] } as Sent<(typeof alarmActCalls)[A]>;
  const { results } = await send(alarmActCalls[act], input, { quiet: true });
  const [result] = results;
  if (!result?.done) throw new Error(withTimes(result?.reason ?? ''));
  return result.version ?? version;
}

interface ActProps<A extends AlarmAct> extends ActRows {
  act: A;
  fields: Fields<A>;
  ready?: boolean;
  children?: ReactNode;
}

/** One act on the chosen alarms, with the result of each. */
export function ActDialog<A extends AlarmAct>({ act, fields, rows, ready, children, onClose }: ActProps<A>) {
  const { t } = useTranslation('alarms/alarms');
  const nameOf = useAlarmName();
  return (
    <BulkDialog
      title={t(`titles.${act as AlarmAct}`)}
      hint={t(`hints.${act as AlarmAct}`)}
      act={t(`acts.${act as AlarmAct}`)}
      rows={rows}
      nameOf={(row) => ({ name: nameOf(row), detail: row.deviceName })}
      run={(row) => actOnAlarm(act, row, fields)}
      family={alarmCalls.list.family}
      {...(ready !== undefined && { ready })}
      onClose={onClose}
    >
      {children && <Form layout="vertical">{children}</Form>}
    </BulkDialog>
  );
}

export const AcknowledgeDialog = (props: ActRows) => <ActDialog act="acknowledge" fields={{}} {...props} />;
export const UnshelveDialog = (props: ActRows) => <ActDialog act="unshelve" fields={{}} {...props} />;

export function ProcessDialog(props: ActRows) {
  const { t } = useTranslation('alarms/alarms');
  const [result, setResult] = useState('');
  return (
    <ActDialog act="process" fields={{ result }} ready={result.trim() !== ''} {...props}>
      <Form.Item label={t('result')} htmlFor="alarm-result">
        <Input.TextArea
          id="alarm-result"
          autoFocus
          rows={3}
          maxLength={1_000}
          value={result}
          onChange={(event) => setResult(event.target.value)}
        />
      </Form.Item>
    </ActDialog>
  );
}

export function CommentDialog(props: ActRows) {
  const { t } = useTranslation('alarms/alarms');
  const [text, setText] = useState('');
  return (
    <ActDialog act="comment" fields={{ text }} ready={text.trim() !== ''} {...props}>
      <Form.Item label={t('acts.comment')} htmlFor="alarm-comment">
        <Input.TextArea
          id="alarm-comment"
          autoFocus
          rows={3}
          maxLength={1_000}
          value={text}
          onChange={(event) => setText(event.target.value)}
        />
      </Form.Item>
    </ActDialog>
  );
}

const hourMs = 3_600_000;
const shelves = [2, 8, 24, 72, 168, 24 * maxShelfDays];
/** The clock of the browser may be ahead of the server, which refuses more than the longest shelf. */
const skewMs = 10 * 60_000;

export function ShelveDialog(props: ActRows) {
  const { t } = useTranslation('alarms/alarms');
  const [hours, setHours] = useState(24);
  const [reason, setReason] = useState('');
  const [openedMs] = useState(() => Date.now());
  const maxShelfMs = maxShelfDays * 24 * hourMs - skewMs;
  const until = new Date(openedMs + Math.min(hours * hourMs, maxShelfMs)).toISOString();
  return (
    <ActDialog act="shelve" fields={{ until, reason }} ready={reason.trim() !== ''} {...props}>
      <Form.Item label={t('shelfFor')} htmlFor="alarm-shelf">
        <Select
          id="alarm-shelf"
          value={hours}
          onChange={setHours}
          options={shelves.map((value) => ({
            value,
            label: value < 24 ? t('shelfHours', { count: value }) : t('shelfDays', { count: value / 24 }),
          }))}
        />
      </Form.Item>
      <Form.Item label={t('reason')} htmlFor="alarm-reason">
        <Input
          id="alarm-reason"
          autoFocus
          maxLength={200}
          value={reason}
          onChange={(event) => setReason(event.target.value)}
        />
      </Form.Item>
    </ActDialog>
  );
}

const nobody = '';

export function AssignDialog({ rows, onClose }: ActRows) {
  const { t } = useTranslation('alarms/alarms');
  const [keyword, search] = useState('');
  const [ownerId, setOwner] = useState<string>();
  // The accounts of the first alarm are offered; one that may not see another alarm is refused there.
  const people = useQuery({
    ...callQuery(alarmCalls.people, { id: rows[0]?.id ?? '', pageSize: 50, ...(keyword && { keyword }) }),
    enabled: rows.length > 0,
    placeholderData: keepPreviousData,
  });
  return (
    <ActDialog
      act="assign"
      fields={{ ownerId: ownerId === nobody ? null : (ownerId ?? null) }}
      ready={ownerId !== undefined}
      rows={rows}
      onClose={onClose}
    >
      <Form.Item label={t('owner')} htmlFor="alarm-owner">
        <Select
          id="alarm-owner"
          autoFocus
          loading={people.isFetching}
          value={ownerId}
          onChange={setOwner}
          notFoundContent={people.isPending ? null : t('nobodyFound')}
          showSearch={{ onSearch: search, filterOption: false }}
          options={[
            ...(people.data?.list ?? []).map(({ id, name, companyName }) => ({
              value: id,
              label: `${name} · ${companyName}`,
            })),
            ...(rows.some(({ owner }) => owner) ? [{ value: nobody, label: t('nobodyOwns') }] : []),
          ]}
        />
      </Form.Item>
    </ActDialog>
  );
}
