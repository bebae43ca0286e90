import { usageTypes, usageStates, type StockRow } from '@sweepline/contract';
import { Form, Input, Select } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { BulkDialog } from '../../../kit/list/bulk-dialog.tsx';
import { DayField } from '../../../kit/form/day-field.tsx';
import { useWords } from '../../../shared/words/use-words.ts';
import { ReceiverField } from './receiver-field.tsx';
import { changeOne, moveOne, offerOne, type StockAct } from './stock-acts.ts';

interface Props {
  act: StockAct;
  rows: StockRow[];
  onClose: (changed: boolean) => void;
}

const nameOf = ({ nickname, sn }: StockRow) => ({ name: nickname, detail: sn });
const family = 'deviceStock';

/** The dialog for one or several devices: it states the change and shows the result of each device. */
export function StockDialog({ act, ...props }: Props) {
  if (act.kind === 'move') return <MoveDialog {...props} to={act.to} />;
  return act.kind === 'change' ? <ChangeDialog {...props} /> : <ResellDialog {...props} />;
}

type DialogProps = Omit<Props, 'act'>;

function MoveDialog({ to, rows, onClose }: DialogProps & { to: StockRow['inventory'] }) {
  const { t } = useTranslation('stock/robots');
  return (
    <BulkDialog
      title={t(`moveTitle.${to}`, { count: rows.length })}
      hint={t(`moveHint.${to}`)}
      act={t(`to.${to}`)}
      run={({ id }) => moveOne(id, to)}
      rows={rows}
      nameOf={nameOf}
      family={family}
      onClose={onClose}
    />
  );
}

interface Change {
  usageType?: string;
  useStatus?: string;
  usableUntil?: string | null;
}

function ChangeDialog({ rows, onClose }: DialogProps) {
  const { t } = useTranslation('stock/robots');
  const { choices } = useWords();
  const [change, setChange] = useState<Change>({});
  return (
    <BulkDialog
      title={t('changeTitle', { count: rows.length })}
      hint={t('changeHint')}
      act={t('change')}
      ready={Object.values(change).some((value) => value !== undefined)}
      run={({ id }) => changeOne(id, change)}
      rows={rows}
      nameOf={nameOf}
      family={family}
      onClose={onClose}
    >
      <Form
        layout="vertical"
        initialValues={{ usableUntil: rows.length === 1 ? rows[0]?.usableUntil : undefined }}
        onValuesChange={(changed: Change) => setChange((previous) => ({ ...previous, ...changed }))}
      >
        <Form.Item name="usageType" label={t('usageType')}>
          <Select allowClear placeholder={t('keep')} options={choices('usageType', usageTypes)} />
        </Form.Item>
        <Form.Item name="useStatus" label={t('useStatus')}>
          <Select allowClear placeholder={t('keep')} options={choices('useStatus', usageStates)} />
        </Form.Item>
        <DayField name="usableUntil" label={t('usableUntil')} end hint={t('usableHint')} />
      </Form>
    </BulkDialog>
  );
}

function ResellDialog({ rows, onClose }: DialogProps) {
  const { t } = useTranslation('stock/robots');
  const [companyId, setCompanyId] = useState<string | null>(null);
  const [note, setNote] = useState('');
  return (
    <BulkDialog
      title={t('resellTitle', { count: rows.length })}
      hint={t('resellHint')}
      act={t('resell')}
      ready={companyId !== null}
      run={({ id }) => offerOne(id, { companyId: companyId ?? '', note })}
      rows={rows}
      nameOf={nameOf}
      family={family}
      onClose={onClose}
    >
      <Form layout="vertical">
        <ReceiverField deviceId={rows[0]?.id ?? ''} value={companyId} onChange={setCompanyId} />
        <Form.Item label={t('note')} htmlFor="resale-note">
          <Input
            id="resale-note"
            maxLength={200}
            value={note}
            onChange={(event) => setNote(event.target.value)}
          />
        </Form.Item>
      </Form>
    </BulkDialog>
  );
}
