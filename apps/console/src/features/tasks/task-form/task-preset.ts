import type { TaskValues } from './task-form-values.ts';

/** What a link already chose: the device and the map it comes from. */
export function presetOf(params: URLSearchParams): Partial<TaskValues> {
  const [deviceId, mapId] = [params.get('deviceId'), params.get('mapId')];
  return { ...(deviceId && { deviceId }), ...(mapId && { mapId }) };
}
