import {
  deviceCalls,
  deviceTopic,
  mapCalls,
  topics,
  type DeviceChange,
  type DeviceLive,
  type MapDetail,
} from '@sweepline/contract';
import { useQueryClient } from '@tanstack/react-query';
import { useContext, useEffect, useMemo, useRef, useState } from 'react';
import { send } from '../../kit/api/api.ts';
import { may } from '../../kit/api/may.ts';
import { SocketContext, useTopic } from '../../kit/api/use-live.ts';
import { deviceMark } from '../words/marks.ts';
import { placeOfRobot, Robots, type Robot } from '../../map-view/paint/robots.ts';

/**
 * The robots on a map with live poses. Poses bypass React and go straight to the canvas; the page re-renders
 * only when the list changes. Users who may not see devices see the floor without robots.
 */
export function useMapRobots(map: Pick<MapDetail, 'id' | 'devices'>) {
  const cache = useQueryClient();
  const socket = useContext(SocketContext);
  const [robots] = useState(() => new Robots());
  const placed = useRef<readonly string[]>([]);
  const [states, setStates] = useState<Record<string, ReportedState>>({});
  const devices = may(deviceCalls.detail.allow) ? map.devices : noDevices;
  const ids = devices.map(({ id }) => id).join(' ');
  const names = useMemo(() => new Map(devices.map(({ id, nickname }) => [id, nickname])), [devices]);

  useTopic(topics.standing, ({ deviceId, mapId }) => {
    // A robot entered or left: the server decides which robots are on this map.
    if (names.has(deviceId) !== (mapId === map.id))
      void cache.invalidateQueries({ queryKey: [mapCalls.detail.family, mapCalls.detail.path] });
  });

  useEffect(() => {
    const deviceIds = ids.split(' ').filter(Boolean);
    let open = true;
    const show = (live: DeviceLive) => {
      const robot = robotOf(live, names.get(live.deviceId) ?? '');
      if (!open) return;
      if (robot) robots.put(robot);
      const next = stateOf(live);
      // Poses arrive five times a second; the list renders only when a state changes.
      setStates((old) => (sameState(old[live.deviceId], next) ? old : { ...old, [live.deviceId]: next }));
    };
    // Only its own: a page may show a robot more, such as the driven one.
    placed.current.forEach((id) => !deviceIds.includes(id) && robots.remove(id));
    placed.current = deviceIds;
    deviceIds.forEach(
      (id) => void send(deviceCalls.detail, { id }, { quiet: true }).then(({ live }) => show(live), ignored),
    );
    const unsubscribers = deviceIds.map((id) => socket?.listen(deviceTopic(id), ({ live }) => show(live)));
    return () => {
      open = false;
      unsubscribers.forEach((leave) => leave?.());
    };
  }, [ids, names, robots, socket]);

  return { robots, devices, states };
}

export type MapRobots = ReturnType<typeof useMapRobots>;

const noDevices: MapDetail['devices'] = [];
/** A robot whose state cannot be read is not painted; its name stays in the list beside the map. */
const ignored = () => {};

/** The state of a robot in the list. */
type ReportedState = Pick<DeviceChange, 'state' | 'mode' | 'paused' | 'alarmLevel'>;

const stateOf = ({ connection, mode }: DeviceLive): ReportedState => ({
  state: connection.state,
  mode: mode?.value.mode ?? null,
  paused: mode?.value.paused ?? false,
  alarmLevel: 0,
});

const sameState = (a: ReportedState | undefined, b: ReportedState) =>
  a !== undefined && a.state === b.state && a.mode === b.mode && a.paused === b.paused;

/** Null until the robot has reported a position. */
function robotOf(live: DeviceLive, name: string): Robot | null {
  const { position, connection, deviceId } = live;
  if (!position) return null;
  const { tone, icon: sign } = deviceMark(stateOf(live));
  const state = connection.state === 'OFFLINE' ? 'offline' : tone;
  return { id: deviceId, name, state, sign, ...placeOfRobot(position.value) };
}
