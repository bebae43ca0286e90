import { deviceFileCalls } from '@sweepline/contract';
import { answer } from '../../platform/calls/calls.ts';
import { exportDevices } from './device-export.ts';
import { importDevices, previewImport } from './device-import.ts';

export const deviceFileAnswers = answer(deviceFileCalls, {
  importPreview: previewImport,
  import: importDevices,
  export: async (ctx, input) => exportDevices(ctx, input),
});
