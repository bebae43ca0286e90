import {
  alarmCalls,
  backupCalls,
  deviceCalls,
  deviceCareCalls,
  deviceMapCalls,
  deviceRequestCalls,
  deviceSettingCalls,
  deviceResaleCalls,
  invitationCalls,
  maintenancePlanCalls,
  networkCardCalls,
  pages,
  rideCalls,
  subscriptionCalls,
  taskCalls,
  workOrderCalls,
  zoneBoardCalls,
  type Call,
  type Need,
  type NeedAction,
} from '@sweepline/contract';
import { may } from '../../kit/api/may.ts';

/** A press that sends a call. One that moves a robot is confirmed first. */
export interface NeedPress {
  action: NeedAction;
  call: Call;
  input: object;
  moves: boolean;
}

const press = (action: NeedAction, call: Call, input: object | null, moves = false): NeedPress | null =>
  input && may(call.allow) ? { action, call, input, moves } : null;

/** The run of one zone, with the usual mode and strength of the robot. */
function cleaningOf({ device, map, zone, how }: Need): object | null {
  if (!device || !map || !zone || !how) return null;
  return {
    name: zone.name,
    deviceId: device.id,
    mapId: map.id,
    zoneIds: [zone.id],
    ...how,
    repetitions: 1,
  };
}

/** The call that the next action sends, if the account may send it. */
export function pressOf(need: Need): NeedPress | null {
  const { action, device, task, map, recordId, obstacle } = need;
  if (obstacle !== null) return null;
  const ofDevice = device && { id: device.id };
  const ofRecord = recordId === null ? null : { id: recordId };
  switch (action) {
    case 'START_TASK':
      return press(action, taskCalls.start, task && { id: task.id }, true);
    case 'CLEAN_ZONE':
      return press(action, taskCalls.cleanNow, cleaningOf(need), true);
    case 'SEND_MAP':
      return press(action, deviceMapCalls.send, map && device && { mapId: map.id, deviceIds: [device.id] });
    case 'SEND_PLANS':
      return press(action, taskCalls.syncAgain, ofRecord);
    case 'SEND_SETTINGS':
      return press(action, deviceSettingCalls.retry, ofDevice);
    case 'SEND_LIMITS':
      return press(action, deviceCareCalls.retryLimits, ofDevice);
    case 'RESEND_INVITATION':
      return press(action, invitationCalls.resend, ofRecord);
    default:
      return null;
  }
}

const page = (call: Call, address: string) => (may(call.allow) ? address : null);

/** The page of a need; null if the account may open none. */
export function addressOfNeed({ action, device, task, map, recordId }: Need): string | null {
  const ofDevice = (tab?: string) =>
    device && page(deviceCalls.detail, pages.device({ id: device.id, ...(tab && { tab }) }));
  switch (action) {
    case 'START_TASK':
      return task && page(taskCalls.detail, pages.task({ id: task.id }));
    case 'CLEAN_ZONE':
    case 'OPEN_ZONE':
      return map && page(zoneBoardCalls.list, pages.zones({ mapId: map.id, state: 'OVERDUE' }));
    case 'SEND_MAP':
      return map && page(deviceMapCalls.list, pages.mapDevices({ id: map.id }));
    case 'SEND_PLANS':
      return (
        ofDevice('tasks') ?? (recordId === null ? null : page(taskCalls.detail, pages.task({ id: recordId })))
      );
    case 'SEND_SETTINGS':
      return ofDevice('settings');
    case 'SEND_LIMITS':
    case 'OPEN_CARE':
      return ofDevice('consumables');
    case 'OPEN_MAINTENANCE':
      return device && page(maintenancePlanCalls.dues, pages.maintenancePlans({ deviceId: device.id }));
    case 'OPEN_CARDS':
      return page(networkCardCalls.list, pages.networkCards({ keyword: recordId ?? '' }));
    case 'OPEN_RESALES':
      return page(deviceResaleCalls.list, pages.stock({ view: 'resales' }));
    case 'OPEN_REQUESTS':
      return page(deviceRequestCalls.list, pages.devices({ requests: 'open' }));
    case 'OPEN_SUBSCRIPTIONS':
      return page(subscriptionCalls.list, pages.subscriptions());
    case 'OPEN_RIDE':
      return recordId && page(rideCalls.detail, pages.elevatorRide({ id: recordId }));
    case 'OPEN_BACKUPS':
      return page(backupCalls.overview, pages.backups());
    case 'RESEND_INVITATION':
      return null;
    case 'OPEN_ALARM':
    case 'ADD_ORDER':
      return (recordId && page(alarmCalls.detail, pages.alarm({ id: recordId }))) || ofDevice();
    case 'OPEN_WORK_ORDER':
      return recordId && page(workOrderCalls.detail, pages.workOrder({ id: recordId }));
    case 'OPEN_DEVICE':
    case 'OPEN_BINDING':
      return ofDevice();
  }
}
