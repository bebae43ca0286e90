import { deviceMapCalls, type MapDetail } from '@sweepline/contract';
import { Dialog } from '../../../kit/form/dialog.tsx';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '../../../kit/ui/button.tsx';
import { DevicePicker } from '../../../shared/device-picker/device-picker.tsx';
import { useAction } from '../../../kit/api/use-action.ts';

interface Props {
  map: Pick<MapDetail, 'id' | 'name' | 'version' | 'companyId'>;
  /** Robots that already have the map. */
  has: readonly string[];
  onClose: () => void;
}

/** Copies a map to more robots. */
export function SendDialog({ map, has, onClose }: Props) {
  const { t } = useTranslation('places/versions');
  const { t: kit } = useTranslation('kit');
  const [ids, setIds] = useState<string[]>([]);
  const send = useAction(deviceMapCalls.send, {
    also: ['maps'],
    done: ({ results }) => {
      const count = results.filter(({ result }) => result !== 'REFUSED').length;
      const refused = results.length - count;
      return refused > 0 ? t('sentSome', { count, refused }) : t('sent', { count });
    },
    after: onClose,
  });
  return (
    <Dialog
      open
      width={520}
      title={t('sendTitle', { name: map.name, version: map.version })}
      onCancel={onClose}
      footer={
        <>
          <Button onClick={onClose}>{kit('cancel')}</Button>
          <Button
            look="main"
            busy={send.isPending}
            disabled={ids.length === 0}
            onClick={() => send.mutate({ mapId: map.id, deviceIds: ids })}
          >
            {t('sendTo', { count: ids.length })}
          </Button>
        </>
      }
    >
      <p>{t('sendHint')}</p>
      <DevicePicker
        label={t('device')}
        value={ids}
        onChange={setIds}
        isOffered={({ id, companyId }) => companyId === map.companyId && !has.includes(id)}
      />
    </Dialog>
  );
}
