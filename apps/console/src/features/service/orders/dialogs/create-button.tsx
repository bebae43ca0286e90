import { workOrderCalls } from '@sweepline/contract';
import { lazy, Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'react-router';
import { Allowed } from '../../../../kit/api/allowed.tsx';
import { lazyPart } from '../../../../kit/api/chunks.ts';
import { useAddress } from '../../../../kit/list/use-address.ts';
import { Button } from '../../../../kit/ui/button.tsx';

const CreateDialog = lazy(() => lazyPart(() => import('./create-dialog.tsx').then((m) => m.CreateDialog)));

interface Props {
  deviceId?: string;
  /** `?new=1` in the address opens it, with the picture of `snapshot`. At most one button of a page has it. */
  opensByAddress?: boolean;
}

function withoutDialog(current: URLSearchParams): URLSearchParams {
  const changed = new URLSearchParams(current);
  changed.delete('new');
  changed.delete('snapshot');
  return changed;
}

/** Opens the dialog of a new order. */
export function CreateButton({ deviceId, opensByAddress = false }: Props) {
  const { t } = useTranslation('service/orders');
  const [isNew] = useAddress('new');
  const [snapshotId] = useAddress('snapshot');
  const [, setAddress] = useSearchParams();
  const [isPressed, setPressed] = useState(false);
  // Pressed, it leaves the address alone: "back" from the new order must not open it again.
  const close = () => {
    if (isPressed) return setPressed(false);
    setAddress(withoutDialog, { replace: true });
  };
  return (
    <Allowed call={workOrderCalls.add}>
      <Button look="main" icon="plus" onClick={() => setPressed(true)}>
        {t('create')}
      </Button>
      {(isPressed || (opensByAddress && isNew === '1')) && (
        <Suspense>
          <CreateDialog
            {...(deviceId && { deviceId })}
            {...(!isPressed && snapshotId && { snapshotId })}
            onClose={close}
          />
        </Suspense>
      )}
    </Allowed>
  );
}
