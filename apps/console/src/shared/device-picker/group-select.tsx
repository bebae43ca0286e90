import { deviceCalls, deviceGroupCalls, type Sent } from '@sweepline/contract';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Select } from 'antd';
import { callQuery } from '../../kit/api/api.ts';

interface Props {
  label: string;
  /** Only members of these models. */
  models?: NonNullable<Sent<typeof deviceCalls.list>['model']>;
  onTake: (deviceIds: string[]) => void;
}

/** Takes all robots of a group at once. Without groups there is nothing to choose. */
export function GroupSelect({ label, models, onTake }: Props) {
  const cache = useQueryClient();
  const groups = useQuery({
    ...callQuery(deviceGroupCalls.options, { pageSize: 99 }),
    meta: { silent: true },
  });
  const take = async (groupId: string) => {
    const narrowed = models ? { model: models } : {};
    const members = await cache.fetchQuery(
      callQuery(deviceCalls.list, { groupId, ...narrowed, pageSize: 99 }),
    );
    onTake(members.list.map(({ id }) => id));
  };
  const list = groups.data?.list ?? [];
  if (list.length === 0) return null;
  return (
    <Select
      aria-label={label}
      placeholder={label}
      className="sl-filter"
      popupMatchSelectWidth={false}
      showSearch={{ optionFilterProp: 'label' }}
      value={null}
      options={list.map(({ id, name, companyName }) => ({ value: id, label: `${name} · ${companyName}` }))}
      onChange={(id: string) => void take(id)}
    />
  );
}
