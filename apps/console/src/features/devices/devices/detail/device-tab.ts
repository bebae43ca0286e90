import type { Call, DeviceTabName } from '@sweepline/contract';
import type { Capability } from '@sweepline/contract/robot';
import type { ComponentType } from 'react';
import type { DeviceDetail } from '../device-detail.ts';

/** A tab that another feature adds to the device page; `app/device-tabs.ts` collects them. */
export interface DeviceTab {
  key: DeviceTabName;
  allow: Call['allow'];
  /** The device supports the tab with any of them. */
  capability?: Capability | readonly Capability[];
  Tab: ComponentType<{ detail: DeviceDetail }>;
}
