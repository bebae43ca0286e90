/** Settings on their way: where they come from, and to whom. */
export const syncAddress = (asked: {
  device?: string;
  profile?: string;
  group?: string;
  targets?: readonly string[];
}) => {
  const params = new URLSearchParams();
  if (asked.device) params.set('device', asked.device);
  if (asked.profile) params.set('profile', asked.profile);
  if (asked.group) params.append('group', asked.group);
  for (const id of asked.targets ?? []) params.append('target', id);
  return `/group/sync?${String(params)}`;
};

export const rolloutAddress = (id: string) => `/group/rollout?id=${id}`;
export const profileAddress = (id: string) => `/group/profile?id=${id}`;
export const newProfileAddress = '/group/profile';
