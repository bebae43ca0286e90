/** What an event is about. */
export const relatedTypes = [
  'robot',
  'run',
  'start',
  'alarm',
  'assist',
  'command',
  'map-version',
  'work-order',
  'update',
  'maintenance',
] as const;
export type RelatedType = (typeof relatedTypes)[number];

/**
 * The events of the open API, each with what it is about. This is their only list: a capability adds its events here and its trigger in a
 * migration; a test makes each cause and compares. The names are part of the open API and never change.
 */
export const openEvents = {
  'robot.online': 'robot',
  'robot.offline': 'robot',
  'robot.bound': 'robot',
  'robot.unbound': 'robot',
  'run.started': 'run',
  'run.finished': 'run',
  'report.ready': 'run',
  'start.missed': 'start',
  'alarm.raised': 'alarm',
  'alarm.cleared': 'alarm',
  'assist.opened': 'assist',
  'assist.closed': 'assist',
  'command.ended': 'command',
  'map.published': 'map-version',
  'work_order.opened': 'work-order',
  'work_order.dispatched': 'work-order',
  'work_order.resolved': 'work-order',
  'work_order.verified': 'work-order',
  'update.finished': 'update',
  'maintenance.due': 'maintenance',
} as const satisfies Record<string, RelatedType>;
export type OpenEventName = keyof typeof openEvents;
/** The names in the order of the list. */
export const openEventNames = Object.keys(openEvents) as [OpenEventName, ...OpenEventName[]];

/** Days for which events, deliveries and requests are kept. */
export const openDaysKept = 30;
