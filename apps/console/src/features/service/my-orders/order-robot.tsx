import { deviceCalls, deviceCareCalls, mapCalls, pages, permissions, type Output } from '@sweepline/contract';
import { selfCheckItems } from '@sweepline/contract/robot';
import { lazy, Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { Allowed } from '../../../kit/api/allowed.tsx';
import { lazyPart } from '../../../kit/api/chunks.ts';
import { may } from '../../../kit/api/may.ts';
import { Ago } from '../../../kit/format/ago.tsx';
import { formatPercent } from '../../../kit/format/format.ts';
import { Button } from '../../../kit/ui/button.tsx';
import { useLiveDevice } from '../../../shared/robot/use-live-device.ts';
import { useCommandAction } from '../../../shared/command/use-command-action.ts';
import { DeviceMark } from '../../../shared/words/device-mark.tsx';
import { SelfCheck } from './self-check.tsx';

const locateSeconds = 30;

const OrderRobotMap = lazy(() =>
  lazyPart(() => import('./order-robot-map.tsx').then((m) => m.OrderRobotMap)),
);
const RebootDialog = lazy(() => lazyPart(() => import('./reboot-dialog.tsx').then((m) => m.RebootDialog)));

/** The robot of an order as it is now, and what can be done with it from here. It needs the network. */
export function OrderRobot({ deviceId, number }: { deviceId: string; number: string }) {
  const { t } = useTranslation('service/my-orders');
  const { data } = useLiveDevice(deviceId);
  if (!data) return null;
  const { live, openAlarms } = data;
  const position = live.position?.value;
  const outline = {
    state: live.connection.state,
    mode: live.mode?.value.mode ?? null,
    paused: live.mode?.value.paused ?? false,
    alarmLevel: Math.max(0, ...openAlarms.map(({ level }) => level)),
  };
  return (
    <section className="my-part">
      <h2>{t('robot')}</h2>
      <p className="my-robot">
        <Link to={pages.device({ id: deviceId })}>{data.device.nickname}</Link>
        <DeviceMark live={outline} />
        <span>{formatPercent(live.battery?.value.soc)}</span>
        <small>
          {t('lastSeen')} <Ago at={live.connection.lastSeenAt} />
        </small>
      </p>
      {position && may(mapCalls.detail.allow) && (
        <Suspense fallback={<div className="my-map" />}>
          <OrderRobotMap device={data.device} live={live} outline={outline} />
        </Suspense>
      )}
      <RobotActs detail={data} reason={number} />
      {data.capabilities.includes('selfCheck') && <SelfCheck deviceId={deviceId} />}
    </section>
  );
}

interface ActsProps {
  detail: Output<typeof deviceCalls.detail>;
  /** Stored in the ledger with each command. */
  reason: string;
}

function RobotActs({ detail: { device, live, capabilities }, reason }: ActsProps) {
  const { t } = useTranslation('service/my-orders');
  const [isAsked, setAsked] = useState(false);
  const locate = useCommandAction(deviceCalls.locate, device);
  const check = useCommandAction(deviceCareCalls.selfCheck, device);
  const { id } = device;
  const has = (capability: string) => capabilities.includes(capability);
  const isAway = live.connection.state !== 'ONLINE';
  const hindrance = isAway ? t('robotAway') : undefined;
  return (
    <>
      <div className="my-robot-acts">
        {has('locate') && (
          <Allowed call={deviceCalls.locate}>
            <Button
              icon="locate"
              busy={locate.isPending}
              disabled={isAway}
              title={hindrance}
              onClick={() => locate.mutate({ id, seconds: locateSeconds, reason })}
            >
              {t('locate')}
            </Button>
          </Allowed>
        )}
        {has('selfCheck') && (
          <Allowed call={deviceCareCalls.selfCheck}>
            <Button
              icon="check"
              busy={check.isPending}
              disabled={isAway}
              title={hindrance}
              onClick={() => check.mutate({ id, items: [...selfCheckItems], reason })}
            >
              {t('selfCheck')}
            </Button>
          </Allowed>
        )}
        {has('reboot') && (
          <Allowed call={deviceCareCalls.reboot}>
            <Button icon="refresh" disabled={isAway} title={hindrance} onClick={() => setAsked(true)}>
              {t('reboot')}
            </Button>
          </Allowed>
        )}
        {has('drive') && (may(permissions.deviceDrive) || may(permissions.deviceControlPassword)) && (
          <Link className="sl-button sl-button-plain" to={pages.device({ id, tab: 'drive' })}>
            {t('drive')}
          </Link>
        )}
      </div>
      {isAway && <p className="my-quiet">{t('robotAway')}</p>}
      {isAsked && (
        <Suspense>
          <RebootDialog device={device} reason={reason} onClose={() => setAsked(false)} />
        </Suspense>
      )}
    </>
  );
}
