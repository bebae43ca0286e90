import type { Profile } from '@sweepline/contract';
import { currentLang } from './lang.ts';
import { session } from '../api/session.ts';

/** The formatting choices of the signed-in user. Empty before sign-in. */
export const readerProfile = (): Profile => session.user()?.profile ?? {};

export const browserZone = () => Intl.DateTimeFormat().resolvedOptions().timeZone;

/** IANA name of the zone in which days and times are shown. */
export const readerZone = () => readerProfile().timezone ?? browserZone();

/** Languages whose calendars begin the week with Sunday, unless the profile says otherwise. */
const sundayFirst = new Set(['en', 'ja', 'ko', 'zh-cw']);

/** First day of the week: 0 Sunday, 1 Monday, 6 Saturday. */
export const weekStart = () => readerProfile().weekStart ?? (sundayFirst.has(currentLang()) ? 0 : 1);
