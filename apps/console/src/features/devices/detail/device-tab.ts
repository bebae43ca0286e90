import type { Call } from '@sweepline/contract';
import type { Capability } from '@sweepline/contract/robot';
import type { ComponentType } from 'react';
import type texts from '../texts/en.json';
import type { DeviceDetail } from '../use-device.ts';

/** A tab that another feature adds to the device page; `app/device-tabs.ts` collects them. */
export interface DeviceTab {
  /** The value in the URL and the text key. */
  key: keyof typeof texts.tab;
  allow: Call['allow'];
  /** Whether the device supports the tab. */
  capability?: Capability;
  Tab: ComponentType<{ detail: DeviceDetail }>;
}
