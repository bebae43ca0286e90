import type { Call } from '@sweepline/contract';
import type { Capability } from '@sweepline/contract/robot';
import type { ComponentType } from 'react';
import type texts from '../texts/en.json';
import type { DeviceDetail } from '../device-detail.ts';

/** A tab that another feature adds to the device page; `app/device-tabs.ts` collects them. */
export interface DeviceTab {
  /** The value in the URL and the text key. */
  key: keyof typeof texts.tab;
  allow: Call['allow'];
  /** The device supports the tab with any of them. */
  capability?: Capability | readonly Capability[];
  Tab: ComponentType<{ detail: DeviceDetail }>;
}
