import { z } from 'zod';
import { byId, calls, moment, nothing } from '../grammar/call.ts';
import { keyword, listInput, listOf } from '../grammar/list.ts';
import { permissions } from '../grammar/permissions.ts';
import { deviceOutcome, manyDevices, taskWork } from './task-values.ts';

const { taskList, taskCreate, taskDelete } = permissions;
const name = z.string().trim().min(1).max(60);

/** A task without a device, from which tasks are created. */
export const taskTemplate = z.object({
  id: z.string(),
  name: z.string(),
  ...taskWork,
  companyName: z.string(),
  mapName: z.string(),
  zoneNames: z.array(z.string()),
  createdAt: moment,
  createdBy: z.string(),
});
export type TaskTemplate = z.infer<typeof taskTemplate>;

export const taskTemplateCalls = calls('taskTemplates', {
  list: {
    method: 'POST',
    path: 'service/task/template/queryWithPage',
    allow: taskList,
    reads: true,
    input: listInput({ keyword, mapId: z.uuid().optional() }),
    output: listOf(taskTemplate),
  },
  /** Saves the work of a task as a template. */
  save: {
    method: 'POST',
    path: 'service/task/template/add',
    allow: taskCreate,
    input: z.strictObject({ taskId: z.uuid(), name }),
    output: taskTemplate,
  },
  /** Creates a task for each of these devices and returns the result per device. */
  use: {
    method: 'POST',
    path: 'service/task/template/use',
    allow: taskCreate,
    input: z.strictObject({ id: z.uuid(), name, deviceIds: manyDevices }),
    output: z.object({ devices: z.array(deviceOutcome) }),
  },
  remove: {
    method: 'POST',
    path: 'service/task/template/delete',
    allow: taskDelete,
    input: byId,
    output: nothing,
  },
});
