import type { deviceCalls, Output } from '@sweepline/contract';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useCommandsLive } from '../../../shared/command/use-commands-live.ts';
import './device-care.css';
import { PartsCard } from './parts-card.tsx';
import { PowerCard } from './power-card.tsx';
import { PlaceCard } from './place-card.tsx';
import { RebootCard } from './reboot-card.tsx';
import { RelocationCard } from './relocation-card.tsx';
import { SelfCheckCard } from './self-check-card.tsx';
import { LocateCard } from './locate-card.tsx';

export type Detail = Output<typeof deviceCalls.detail>;

/** Remote actions on a robot. The reason is stored in the ledger with each command. */
export function ControlTab({ detail }: { detail: Detail }) {
  const { t } = useTranslation('devices/care');
  const [reason, setReason] = useState('');
  useCommandsLive();
  const has = (capability: string) => detail.capabilities.includes(capability);
  const props = { detail, reason };
  return (
    <div className="care-control">
      <label className="care-reason">
        <span>{t('reason')}</span>
        <input
          className="sl-input"
          value={reason}
          maxLength={200}
          placeholder={t('reasonHint')}
          onChange={({ target }) => setReason(target.value)}
        />
      </label>
      <div className="care-cards">
        {has('locate') && <LocateCard {...props} />}
        {has('selfCheck') && <SelfCheckCard {...props} />}
        {has('parts') && <PartsCard {...props} />}
        {has('sleep') && <PowerCard {...props} />}
        {has('reboot') && <RebootCard {...props} />}
      </div>
      {has('relocate') ? (
        <RelocationCard key={detail.device.id} {...props} />
      ) : (
        has('place') && <PlaceCard key={detail.device.id} {...props} />
      )}
    </div>
  );
}
