import type { Call } from '@sweepline/contract';
import type { Capability } from '@sweepline/contract/robot';
import type { ComponentType } from 'react';
import type texts from '../texts/en.json';
import type { DeviceDetail } from '../use-device.ts';

/** A part of a device's page that another feature brings; `app/device-tabs.ts` puts them together. */
export interface DeviceTab {
  /** In the address, and its name among the texts. */
  key: keyof typeof texts.tab;
  allow: Call['allow'];
  /** Not shown on a device that cannot do it. */
  capability?: Capability;
  Tab: ComponentType<{ detail: DeviceDetail }>;
}
