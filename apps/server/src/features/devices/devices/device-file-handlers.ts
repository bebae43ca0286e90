import { deviceFileCalls } from '@sweepline/contract';
import { answer } from '../../../platform/calls/calls.ts';
import type { BrokerNames } from '../identity/broker-name-service.ts';
import { exportDevices } from './device-export.ts';
import { importDevices, previewImport } from './device-import.ts';

export const deviceFileAnswers = ({ robots }: { robots: BrokerNames }) =>
  answer(deviceFileCalls, {
    importPreview: (ctx, input, uploads) => previewImport(ctx, input, { uploads, robots }),
    import: (ctx, input, uploads) => importDevices(ctx, input, { uploads, robots }),
    export: async (ctx, input) => exportDevices(ctx, input),
  });
