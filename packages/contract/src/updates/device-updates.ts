import { z } from 'zod';
import { calls, moment } from '../grammar/call.ts';
import { listInput, listOf } from '../grammar/list.ts';
import { permissions } from '../grammar/permissions.ts';
import { otaRecord } from './task-parts.ts';
import { updateWindow } from './update-window.ts';

const post = { method: 'POST' } as const;

const installed = z.object({
  part: z.string(),
  version: z.string(),
  /** The highest published version that fits the robot, if it is higher. */
  newest: z.string().nullable(),
});

/** Updates on the page of a robot, and what its customer decides. */
export const deviceUpdateCalls = calls('otaTasks', {
  standing: {
    ...post,
    path: 'service/ota/device/standing',
    allow: permissions.deviceList,
    reads: true,
    input: z.strictObject({ deviceId: z.uuid() }),
    output: z.object({
      installed: z.array(installed),
      /** Records that have not ended. */
      open: z.array(otaRecord),
      /** The caller may postpone them. */
      mayPostpone: z.boolean(),
      siteWindow: z
        .object({ siteId: z.string(), siteName: z.string(), window: updateWindow.nullable() })
        .nullable(),
    }),
  },
  history: {
    ...post,
    path: 'service/ota/device/queryWithPage',
    allow: permissions.deviceList,
    reads: true,
    input: listInput({ deviceId: z.uuid() }),
    output: listOf(otaRecord),
  },
  /** Postpones an update that has not begun to install; null takes it back. Refused for a forced task. */
  postpone: {
    ...post,
    path: 'service/ota/device/postpone',
    allow: permissions.otaPostpone,
    input: z.strictObject({ id: z.uuid(), until: moment.nullable() }),
    output: otaRecord,
  },
  /** Starts a download that waits for a person, or allows mobile data. */
  confirm: {
    ...post,
    path: 'service/ota/device/confirm',
    allow: permissions.otaPostpone,
    input: z.strictObject({ id: z.uuid(), allowMobileData: z.boolean().default(false) }),
    output: otaRecord,
  },
  /** The update window of a site, in its local time; null allows any time. */
  setSiteWindow: {
    ...post,
    path: 'service/ota/site/window',
    allow: permissions.otaPostpone,
    input: z.strictObject({ siteId: z.uuid(), window: updateWindow.nullable() }),
    output: z.object({ window: updateWindow.nullable() }),
  },
});
