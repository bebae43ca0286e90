import { deviceCalls, deviceTopic } from '@sweepline/contract';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { callQuery } from '../../kit/api/api.ts';
import { may } from '../../kit/api/may.ts';
import { useLive } from '../../kit/api/use-live.ts';

/** Alarms and rights come only with the call; live values of the robot are pushed between calls. */
const renewMs = 30_000;

/** One device, live while the component is mounted. Nothing is read without an id, and for a user who may not read devices. */
export function useLiveDevice(id: string | undefined) {
  const enabled = id !== undefined && may(deviceCalls.detail.allow);
  const input = { id: id ?? '' };
  useLive(enabled ? deviceTopic(input.id) : null, deviceCalls.detail, input, (old, { live }) => ({
    ...old,
    live,
  }));
  const query = useQuery({
    ...callQuery(deviceCalls.detail, input),
    enabled,
    refetchInterval: renewMs,
    meta: { silent: true },
  });
  useNewDeclaration(query.data && (query.data.live.declaration ?? ''));
  return query;
}

/** Reads devices again when one declares something else about itself, because the pushed values do not tell what it is. */
function useNewDeclaration(declaration: string | undefined) {
  const cache = useQueryClient();
  const previous = useRef(declaration);
  useEffect(() => {
    const isNew =
      previous.current !== undefined && declaration !== undefined && previous.current !== declaration;
    previous.current = declaration;
    if (isNew) void cache.invalidateQueries({ queryKey: [deviceCalls.detail.family] });
  }, [cache, declaration]);
}
