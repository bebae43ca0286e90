import type { Profile } from '@sweepline/contract';
import { currentLang } from './lang.ts';
import { session } from '../api/session.ts';

/** How the signed-in person reads numbers, days and times; nothing is chosen before anybody signed in. */
export const readerProfile = (): Profile => session.user()?.profile ?? {};

export const browserZone = () => Intl.DateTimeFormat().resolvedOptions().timeZone;

/** IANA name of the zone in which days and times are shown. */
export const readerZone = () => readerProfile().timezone ?? browserZone();

/** Where calendars begin the week with Sunday, unless the reader says otherwise. */
const sundayFirst = new Set(['en', 'ja', 'ko', 'zh-cw']);

/** First day of the week: 0 Sunday, 1 Monday, 6 Saturday. */
export const weekStart = () => readerProfile().weekStart ?? (sundayFirst.has(currentLang()) ? 0 : 1);
