import type { TaskValues } from './task-form-values.ts';

/** The preset of a link: its device and map. */
export function presetOf(params: URLSearchParams): Partial<TaskValues> {
  const [deviceId, mapId] = [params.get('deviceId'), params.get('mapId')];
  return { ...(deviceId && { deviceId }), ...(mapId && { mapId }) };
}
