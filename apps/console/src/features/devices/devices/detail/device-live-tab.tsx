import { deviceCalls, taskCalls } from '@sweepline/contract';
import { isOpenRun } from '@sweepline/contract/robot';
import { useState } from 'react';
import { may } from '../../../../kit/api/may.ts';
import { keyboardScroll } from '../../../../kit/list/keyboard-scroll.ts';
import { useAddress } from '../../../../kit/list/use-address.ts';
import { useFloorQuery } from '../../../../map-view/use-floor.ts';
import { CleanPanel } from './clean-panel.tsx';
import { DeviceMap } from './device-map.tsx';
import { DevicePanel } from './device-panel.tsx';
import { GoPanel } from './go-panel.tsx';
import type { DeviceDetail } from '../device-detail.ts';
import { listedDevice } from '../../../../shared/robot/listed-device.ts';
import type { RunDetail } from '../../../../shared/run/run-rules.ts';
import { useRunTrace } from '../use-run-trace.ts';
import { useDeviceRun } from './use-device-run.ts';

const none: readonly string[] = [];
/** The areas of a run that is not over. */
const areasOf = (run: RunDetail | undefined) =>
  run && isOpenRun(run.state) ? run.zones.map(({ id }) => id) : none;

/** The map with the robot, and beside it the panel of values or the form of a command. */
export function DeviceLiveTab({ detail }: { detail: DeviceDetail }) {
  const { live } = detail;
  const device = listedDevice(detail);
  const [action, setAction] = useAddress('action');
  const [zoneIds, setZoneIds] = useState<readonly string[]>([]);
  const [place, setPlace] = useState<{ x: number; y: number } | null>(null);
  const mapId = live.position?.value.mapId ?? '';
  const { data: map, isLoading } = useFloorQuery(mapId);
  const trace = useRunTrace(device.id, live.run?.value.runId ?? null, map?.ground);
  const close = () => {
    setAction('');
    setZoneIds([]);
    setPlace(null);
  };
  const toggle = (zoneId: string) =>
    setZoneIds((old) => (old.includes(zoneId) ? old.filter((one) => one !== zoneId) : [...old, zoneId]));

  const run = useDeviceRun(device.id, live);
  const cleaning = action === 'clean' && map !== undefined && may(taskCalls.cleanNow.allow);
  const going = action === 'go' && map !== undefined && may(deviceCalls.navigate.allow);
  return (
    <div className="sl-device-live">
      <DeviceMap
        detail={detail}
        isMapRead={!isLoading}
        {...(map && { map })}
        {...(trace && { trace })}
        areas={cleaning ? zoneIds : areasOf(run)}
        {...(cleaning && { onZone: toggle })}
        {...(going && { onPlace: setPlace, ...(place && { target: place }) })}
      />
      <aside className="sl-device-side" ref={keyboardScroll}>
        {cleaning && (
          <CleanPanel device={device} map={map} zoneIds={zoneIds} onZone={toggle} onClose={close} />
        )}
        {going && <GoPanel device={device} map={map} place={place} onPlace={setPlace} onClose={close} />}
        {!cleaning && !going && (
          <DevicePanel detail={detail} onMap={map !== undefined} onAct={(next) => setAction(next)} />
        )}
      </aside>
    </div>
  );
}
