import { deviceCalls } from '@sweepline/contract';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useSearchParams } from 'react-router';
import { callQuery } from '../../../kit/api/api.ts';
import type { Source } from './use-source.ts';

/** The target robots: initially those of the address and its group, then those the user chooses. */
export function useTargets({ from, model }: Source) {
  const [params] = useSearchParams();
  const groupId = params.get('group');
  const sourceId = from && 'deviceId' in from ? from.deviceId : null;
  const members = useQuery({
    ...callQuery(deviceCalls.list, { groupId: groupId ?? '', model: [model], pageSize: 99 }),
    enabled: groupId !== null && from !== null,
    meta: { silent: true },
  });
  const [chosen, setTargets] = useState<readonly string[] | null>(null);
  const fromAddress = [...params.getAll('target'), ...(members.data?.list ?? []).map(({ id }) => id)];
  const targets = (chosen ?? fromAddress).filter((id) => id !== sourceId);
  return { targets, setTargets };
}
