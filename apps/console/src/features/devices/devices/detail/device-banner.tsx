import { deviceBindingCalls, deviceStockCalls, permissions, type Device, pages } from '@sweepline/contract';
import { Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { Button } from '../../../../kit/ui/button.tsx';
import { formatDate, formatTime } from '../../../../kit/format/format.ts';
import { Icon } from '../../../../kit/ui/icon.tsx';
import { may } from '../../../../kit/api/may.ts';
import { useNow } from '../../../../kit/format/use-now.ts';
import { deviceActions } from '../actions/device-action-list.ts';
import './device-banner.css';

const tones = {
  FREEZING: 'waiting',
  FROZEN: 'fault',
  UNFREEZING: 'waiting',
  UNBINDING: 'waiting',
  NOT_ACTIVATED: 'quiet',
  VOID: 'quiet',
} as const;

/** Why a device is blocked now, and the next step. Empty for an activated device. */
export function DeviceBanner({ device }: { device: Device }) {
  const { t } = useTranslation('stock/binding');
  const { binding, freeze } = device;
  if (binding === 'ACTIVATED') return null;
  const frozen = binding === 'FREEZING' || binding === 'FROZEN';
  return (
    <div className={`sl-device-banner sl-tone-${tones[binding]}`} role="status">
      <Icon name={frozen ? 'lock' : 'info'} size={18} />
      <div>
        <p>{t(`banner.${binding}`)}</p>
        {frozen && freeze?.cause === 'PERSON' && (
          <p>{t('banner.by', { reason: freeze.reason, who: freeze.by, when: formatTime(freeze.at) })}</p>
        )}
        {frozen && freeze?.cause === 'EXPIRED' && (
          <p>{t('banner.expired', { date: formatDate(device.usableUntil) })}</p>
        )}
      </div>
      <NextStep device={device} />
    </div>
  );
}

function NextStep({ device }: { device: Device }) {
  const { t } = useTranslation('stock/binding');
  const now = useNow();
  const { binding, freeze, sn } = device;
  const stock = pages.stock({ keyword: sn });
  if (binding === 'FROZEN' || binding === 'FREEZING') {
    const ended = freeze?.cause === 'EXPIRED' && Date.parse(device.usableUntil ?? '') <= now;
    if (ended) return may(deviceStockCalls.change.allow) && <Link to={stock}>{t('banner.stock')}</Link>;
    return <Act device={device} name="unfreeze" text={t('unfreeze.act')} />;
  }
  if (binding === 'UNBINDING') return <Act device={device} name="unbind" text={t('banner.leave')} />;
  if (binding === 'NOT_ACTIVATED')
    return may(permissions.activationCodes) && <Link to={pages.activationCodes()}>{t('banner.codes')}</Link>;
  if (binding === 'VOID')
    return may(deviceStockCalls.custody.allow) && <Link to="?tab=custody">{t('banner.custody')}</Link>;
  return null;
}

/** Opens the same dialog as the menu. */
function Act({ device, name, text }: { device: Device; name: 'unfreeze' | 'unbind'; text: string }) {
  const [open, setOpen] = useState(false);
  const action = deviceActions.find(({ key }) => key === name);
  if (!action || !may(deviceBindingCalls[name].allow)) return null;
  return (
    <>
      <Button onClick={() => setOpen(true)}>{text}</Button>
      {open && (
        <Suspense>
          <action.Dialog device={device} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  );
}
