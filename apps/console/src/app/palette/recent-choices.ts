import { z } from 'zod';
import type { IconName } from '../../kit/ui/icons.ts';
import { icons } from '../../kit/ui/icons.ts';
import type { PaletteItem } from './palette-item.ts';
import { browserStorage } from '../../kit/storage.ts';

const maxRecent = 6;
const isIcon = (name: unknown): name is IconName => typeof name === 'string' && name in icons;

const stored = z.array(
  z.object({
    key: z.string(),
    icon: z.custom<IconName>(isIcon),
    title: z.string(),
    detail: z.string().optional(),
    to: z.string().optional(),
  }),
);
export type RecentChoice = z.infer<typeof stored>[number];

const keyOf = (userId: string) => `palette.${userId}`;

/** The last choices of an account in this browser, the newest first. */
export function recentChoices(userId: string): RecentChoice[] {
  try {
    return stored.parse(JSON.parse(browserStorage.getItem(keyOf(userId)) ?? '[]'));
  } catch {
    // Written by an earlier version.
    return [];
  }
}

/** Stores a choice as the newest. */
export function rememberChoice(userId: string, { key, icon, title, detail, to }: PaletteItem) {
  const choice = { key, icon, title, ...(detail && { detail }), ...(to && { to }) };
  const others = recentChoices(userId).filter((other) => other.key !== key);
  browserStorage.setItem(keyOf(userId), JSON.stringify([choice, ...others].slice(0, maxRecent)));
}
