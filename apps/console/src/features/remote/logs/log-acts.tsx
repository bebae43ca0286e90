import { deviceLogCalls, isOverLogPull, type DeviceLog } from '@sweepline/contract';
import { useTranslation } from 'react-i18next';
import { may } from '../../../kit/api/may.ts';
import { openDownload } from '../../../kit/api/save-file.ts';
import { useAction } from '../../../kit/api/use-action.ts';
import { Button } from '../../../kit/ui/button.tsx';
import { deviceName } from '../../../shared/robot/use-device-choices.ts';

/** What can be done with a pull: cancel one that runs, download one that is done. */
export function LogActs({ log, named = false }: { log: DeviceLog; named?: boolean }) {
  const { t } = useTranslation('remote/logs');
  const name = deviceName(log.device);
  const cancel = useAction(deviceLogCalls.cancel, { done: t('canceled') });
  const download = useAction(deviceLogCalls.downloadUrl, {
    done: null,
    after: ({ url }) => openDownload(url),
  });
  const { id, state, file } = log;
  return (
    <>
      {!isOverLogPull(state) && may(deviceLogCalls.cancel.allow) && (
        <Button
          look={named ? 'plain' : 'quiet'}
          icon="stop"
          busy={cancel.isPending}
          aria-label={t('cancelOf', { name })}
          onClick={() => cancel.mutate({ id })}
        >
          {named && t('cancel')}
        </Button>
      )}
      {file && may(deviceLogCalls.downloadUrl.allow) && (
        <Button
          look={named ? 'main' : 'quiet'}
          icon="download"
          busy={download.isPending}
          aria-label={t('downloadOf', { name })}
          onClick={() => download.mutate({ id })}
        >
          {named && t('download')}
        </Button>
      )}
    </>
  );
}
