import { fileTransferCalls, permissions, type FileTransfer } from '@sweepline/contract';
import { useTranslation } from 'react-i18next';
import { may } from '../../../../kit/api/may.ts';
import { useAction } from '../../../../kit/api/use-action.ts';
import { Button } from '../../../../kit/ui/button.tsx';
import { deviceName } from '../../../../shared/robot/use-device-choices.ts';
import { isOpen } from './transfer-state.tsx';

/** What can be done with a transfer that has not ended. */
export function TransferActions({ transfer }: { transfer: FileTransfer }) {
  const { t } = useTranslation('remote/files');
  const options = { done: null };
  const pause = useAction(fileTransferCalls.pause, options);
  const resume = useAction(fileTransferCalls.resume, options);
  const cancel = useAction(fileTransferCalls.cancel, options);
  const { id, state, direction, device, waits } = transfer;
  const right = direction === 'PUSH' ? permissions.filePush : permissions.filePull;
  if (!isOpen(transfer) || !may(right)) return null;
  const name = deviceName(device);
  // A person who continues a transfer that waits for Wi-Fi says yes to mobile data.
  const allowMobileData = waits.some((wait) => wait.for === 'MOBILE_DATA');
  return (
    <>
      {state === 'RUNNING' && (
        <Button
          look="quiet"
          icon="pause"
          aria-label={t('pauseOf', { name })}
          onClick={() => pause.mutate({ id })}
        />
      )}
      {state === 'PAUSED' && (
        <Button look="quiet" icon="play" onClick={() => resume.mutate({ id, allowMobileData })}>
          {t(allowMobileData ? 'resumeMobile' : 'resume')}
        </Button>
      )}
      <Button
        look="quiet"
        icon="close"
        aria-label={t('cancelOf', { name })}
        onClick={() => cancel.mutate({ id })}
      />
    </>
  );
}
