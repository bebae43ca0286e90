import { deviceBindingCalls, type Device, type Unbinding } from '@sweepline/contract';
import { useQuery } from '@tanstack/react-query';
import { Dialog } from '../../../../kit/form/dialog.tsx';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { callQuery } from '../../../../kit/api/api.ts';
import { Button } from '../../../../kit/ui/button.tsx';
import { ConfirmDialog } from '../../../../kit/form/confirm-dialog.tsx';
import { ClearedList } from '../../../../shared/custody/cleared-list.tsx';
import { toast } from '../../../../kit/ui/toasts.ts';
import { useAction } from '../../../../kit/api/use-action.ts';
import { useRunName } from '../../../../shared/run/use-run-name.ts';

interface Props {
  device: Device;
  onClose: () => void;
}

/** Lists what is deleted before the unbinding, and shows the receipt afterwards. */
export function DeviceUnbindDialog({ device, onClose }: Props) {
  const { t } = useTranslation('stock/binding');
  const runName = useRunName();
  const { id, nickname: name, sn } = device;
  const [receipt, setReceipt] = useState<Unbinding | null>(null);
  const preview = useQuery({ ...callQuery(deviceBindingCalls.unbindPreview, { id }), staleTime: 0 });
  const unbind = useAction(deviceBindingCalls.unbind, {
    done: null,
    also: ['devices', 'deviceStock', 'commands'],
    after: (answer) => {
      if (answer.receipt) return setReceipt(answer.receipt);
      toast({ tone: 'done', text: t('unbind.waiting', { name }) });
      onClose();
    },
  });
  if (receipt) return <Receipt name={name} receipt={receipt} onClose={onClose} />;
  if (!preview.data) return null;
  const { reachable, run, cleared, kept } = preview.data;
  // The user confirms to leave behind a robot that is offline or does not answer.
  const withoutRobot = !reachable || device.binding === 'UNBINDING';
  return (
    <ConfirmDialog
      title={t('unbind.title', { name, sn })}
      act={t('unbind.act')}
      busy={unbind.isPending}
      onConfirm={() => unbind.mutate({ id, withoutRobot })}
      onClose={onClose}
    >
      <p>{t(withoutRobot ? 'unbind.away' : 'unbind.hint')}</p>
      {run && <p>{t('unbind.run', { run: runName(run) })}</p>}
      <strong>{t('unbind.cleared')}</strong>
      {cleared.length > 0 ? <ClearedList rows={cleared} /> : <p>{t('unbind.nothing')}</p>}
      {kept.length > 0 && (
        <>
          <strong>{t('unbind.kept')}</strong>
          <ClearedList rows={kept} />
        </>
      )}
    </ConfirmDialog>
  );
}

function Receipt({ name, receipt, onClose }: { name: string; receipt: Unbinding; onClose: () => void }) {
  const { t } = useTranslation('custody');
  const { t: tBinding } = useTranslation('stock/binding');
  return (
    <Dialog
      open
      title={tBinding('unbind.doneTitle', { name })}
      width={420}
      onCancel={onClose}
      footer={
        <Button look="main" autoFocus onClick={onClose}>
          {tBinding('unbind.close')}
        </Button>
      }
    >
      <p>{t(receipt.withoutRobot ? 'withoutRobot' : 'wiped')}</p>
      <ClearedList rows={receipt.cleared} />
    </Dialog>
  );
}
