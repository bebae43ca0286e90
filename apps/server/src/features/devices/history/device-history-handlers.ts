import { deviceHistoryCalls, maxHistorySamples } from '@sweepline/contract';
import { answer } from '../../../platform/calls/calls.ts';
import { find } from '../../../platform/db/page.ts';
import { devices } from '../../../entities/devices/device-table.ts';
import { samplesDuring } from '../../../entities/devices/device-history.ts';
import { spansDuring } from './device-span-service.ts';

/** Devices are sampled once a minute, so a finer step has no data. */
const minStepS = 60;

export const deviceHistoryAnswers = answer(deviceHistoryCalls, {
  during: async ({ db }, { id, to, hours }) => {
    await find(db, devices, id);
    const wholeS = hours * 3600;
    const from = new Date(Date.parse(to) - wholeS * 1000).toISOString();
    const stepS = Math.max(minStepS, Math.ceil(wholeS / maxHistorySamples));
    const [samples, modes, connection] = await Promise.all([
      samplesDuring(db, id, from, to, stepS),
      spansDuring(db, id, 'MODE', from, to),
      spansDuring(db, id, 'CONNECTION', from, to),
    ]);
    return {
      stepS,
      samples,
      modes: modes.spans,
      connection: connection.spans,
      more: modes.more || connection.more,
    };
  },
});
