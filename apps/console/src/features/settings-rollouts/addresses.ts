/** Path of the sync page with a source and targets. */
export const syncAddress = (options: {
  device?: string;
  profile?: string;
  group?: string;
  targets?: readonly string[];
}) => {
  const params = new URLSearchParams();
  if (options.device) params.set('device', options.device);
  if (options.profile) params.set('profile', options.profile);
  if (options.group) params.append('group', options.group);
  for (const id of options.targets ?? []) params.append('target', id);
  return `/group/sync?${String(params)}`;
};

export const rolloutAddress = (id: string) => `/group/rollout?id=${id}`;
export const profileAddress = (id: string) => `/group/profile?id=${id}`;
export const newProfileAddress = '/group/profile';
