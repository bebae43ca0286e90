import { deviceCalls, deviceTopic, type DeviceLive } from '@sweepline/contract';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { callQuery } from '../../../kit/api/api.ts';
import { may } from '../../../kit/api/may.ts';
import { useTopic } from '../../../kit/api/use-live.ts';
import { deviceMark } from '../../../shared/words/marks.ts';
import { placeOfRobot, Robots } from '../../../map-view/paint/robots.ts';

/** One robot on a map with live poses. Poses bypass React and go straight to the canvas. */
export function useRobotOnMap(deviceId: string | undefined, mapId: string | undefined, name: string): Robots {
  const [robots] = useState(() => new Robots());
  const { data } = useQuery({
    ...callQuery(deviceCalls.detail, { id: deviceId ?? '' }),
    enabled: deviceId !== undefined && may(deviceCalls.detail.allow),
    meta: { silent: true },
  });
  useEffect(() => {
    robots.set([]);
    if (data) place(robots, data.live, mapId, name);
  }, [robots, data, mapId, name]);
  useTopic(deviceId === undefined ? null : deviceTopic(deviceId), ({ live }) =>
    place(robots, live, mapId, name),
  );
  return robots;
}

function place(robots: Robots, live: DeviceLive, mapId: string | undefined, name: string) {
  const { position, connection, mode, deviceId } = live;
  // A robot on another floor is hidden, whatever its coordinates are.
  if (!position || position.value.mapId !== mapId) return robots.remove(deviceId);
  const mark = deviceMark({
    state: connection.state,
    mode: mode?.value.mode ?? null,
    paused: mode?.value.paused ?? false,
    alarmLevel: 0,
  });
  const state = connection.state === 'OFFLINE' ? 'offline' : mark.tone;
  robots.put({ id: deviceId, name, state, sign: mark.icon, ...placeOfRobot(position.value) });
}
