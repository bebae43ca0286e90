import type { ReactNode } from 'react';
import type { IconName } from '../../kit/ui/icons.ts';

export const paletteGroups = [
  'recent',
  'pages',
  'devices',
  'tasks',
  'workOrders',
  'sites',
  'reports',
  'companies',
  'accounts',
  'actions',
  'next',
] as const;
export type PaletteGroup = (typeof paletteGroups)[number];

/** One choice of the palette: an address, or something to do. */
export interface PaletteItem {
  /** Stable across visits: recent choices are stored by it. */
  key: string;
  group: PaletteGroup;
  icon: IconName;
  title: string;
  detail?: string | undefined;
  /** The state, shown at the end of the row. */
  mark?: ReactNode;
  /** Further texts that find the item. */
  also?: readonly string[];
  /** A record that is only similar to the typed text. */
  similar?: boolean;
  to?: string | undefined;
  /** It cannot be done now; the detail says why, and choosing it does nothing. */
  isBlocked?: boolean;
  /** It makes no sense as a recent choice. */
  transient?: boolean;
  /** `run` shows something in place of the palette. */
  staysOpen?: boolean;
  run?: () => void;
}
