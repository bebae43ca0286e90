import { faultCodeCalls, importPath, type FaultCode } from '@sweepline/contract';
import { useQuery } from '@tanstack/react-query';
import { Form, Input } from 'antd';
import { useCallback, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { callQuery } from '../../../kit/api/api.ts';
import { ConfirmCallDialog } from '../../../kit/form/confirm-call-dialog.tsx';
import { FormDialog } from '../../../kit/form/form-dialog.tsx';
import { formatTime } from '../../../kit/format/format.ts';
import type { Column } from '../../../kit/list/column.ts';
import { DataTable } from '../../../kit/list/data-table.tsx';
import { AddButton } from '../../../kit/list/add-button.tsx';
import { may } from '../../../kit/api/may.ts';
import { Button } from '../../../kit/ui/button.tsx';
import { Empty } from '../../../kit/ui/empty.tsx';
import { Failure } from '../../../kit/ui/failure.tsx';
import { Skeleton } from '../../../kit/ui/skeleton.tsx';
import { StateMark } from '../../../kit/ui/state-mark.tsx';
import { CodeLabel } from './code-label.tsx';
import './fault-reports.css';

interface Props {
  detail: { device: { id: string; nickname: string; model: string } };
}

const marks = {
  OPEN: { tone: 'working', icon: 'check' },
  REVOKED: { tone: 'quiet', icon: 'close' },
} as const;

/** The QR codes of this robot, with which anyone beside it reports a fault. */
export function FaultCodesTab({ detail: { device } }: Props) {
  const { t } = useTranslation('service/fault-reports');
  const { data, error, refetch } = useQuery(callQuery(faultCodeCalls.list, { deviceId: device.id }));
  const [adding, setAdding] = useState(false);
  const [token, setToken] = useState<string | null>(null);
  const [revoking, setRevoking] = useState<FaultCode | null>(null);
  const columns = useColumns();
  const actions = useCallback(
    (row: FaultCode) =>
      row.state === 'OPEN' &&
      may(faultCodeCalls.revoke.allow) && (
        <Button look="danger" onClick={() => setRevoking(row)}>
          {t('revoke')}
        </Button>
      ),
    [t],
  );
  if (error && !data) return <Failure error={error} onRetry={() => void refetch()} />;
  if (!data) return <Skeleton lines={5} />;
  const add = <AddButton call={faultCodeCalls.add} text={t('make')} onClick={() => setAdding(true)} />;
  return (
    <section className="fault-codes">
      <header className="sl-page-head">
        <h2>{t('codes')}</h2>
        <div className="sl-page-actions">{data.list.length > 0 && add}</div>
      </header>
      {data.list.length === 0 ? (
        <Empty icon="qr" title={t('none')} hint={t('noneHint')}>
          {add}
        </Empty>
      ) : (
        <DataTable label={t('codes')} rows={data.list} columns={columns} actions={actions} />
      )}
      {adding && (
        <FormDialog
          title={t('make')}
          call={faultCodeCalls.add}
          initial={{ deviceId: device.id }}
          submit={t('make')}
          done={null}
          after={(made) => {
            setAdding(false);
            setToken(made.token);
          }}
          onClose={() => setAdding(false)}
        >
          <Form.Item name="note" label={t('note')} extra={t('noteHint')}>
            <Input maxLength={100} />
          </Form.Item>
        </FormDialog>
      )}
      {token && (
        <CodeLabel
          device={device}
          address={`${location.origin}${importPath(token)}`}
          onClose={() => setToken(null)}
        />
      )}
      {revoking && <RevokeDialog code={revoking} device={device} onClose={() => setRevoking(null)} />}
    </section>
  );
}

function useColumns(): Column<FaultCode>[] {
  const { t } = useTranslation('service/fault-reports');
  return [
    { key: 'note', title: t('note'), cell: ({ note }) => note || '—' },
    {
      key: 'state',
      title: t('state'),
      cell: ({ state }) => <StateMark {...marks[state]} word={t(`states.${state}`)} />,
    },
    {
      key: 'createdAt',
      title: t('madeBy'),
      cell: ({ createdBy, createdAt }) => `${createdBy}, ${formatTime(createdAt)}`,
    },
    {
      key: 'reports',
      title: t('reports'),
      cell: ({ reports, lastReportAt }) =>
        lastReportAt === null ? reports : `${reports}, ${formatTime(lastReportAt)}`,
    },
  ];
}

function RevokeDialog({
  code,
  device,
  onClose,
}: {
  code: FaultCode;
  device: Props['detail']['device'];
  onClose: () => void;
}) {
  const { t } = useTranslation('service/fault-reports');
  return (
    <ConfirmCallDialog
      title={t('revokeTitle', { name: device.nickname })}
      call={faultCodeCalls.revoke}
      input={{ id: code.id }}
      act={t('revoke')}
      done={t('revoked')}
      onClose={onClose}
    >
      {t('revokeHint')}
    </ConfirmCallDialog>
  );
}
