import type { Profile } from '@sweepline/contract';
import { currentLang } from './lang.ts';
import { session } from '../api/session.ts';

/** The formatting choices of a display, which has no user. */
let pageProfile: Profile | undefined;

/** Sets the formatting choices of the page in place of the user's; undefined ends that. */
export const setPageProfile = (profile: Profile | undefined) => void (pageProfile = profile);

/** The formatting choices of the page or of the signed-in user. Empty before sign-in. */
export const readerProfile = (): Profile => pageProfile ?? session.user()?.profile ?? {};

export const browserZone = () => Intl.DateTimeFormat().resolvedOptions().timeZone;

/** IANA name of the zone in which days and times are shown. */
export const readerZone = () => readerProfile().timezone ?? browserZone();

/** Languages whose calendars begin the week with Sunday, unless the profile says otherwise. */
const sundayFirst = new Set(['en', 'ja', 'ko', 'zh-cw']);

/** First day of the week: 0 Sunday, 1 Monday, 6 Saturday. */
export const weekStart = () => readerProfile().weekStart ?? (sundayFirst.has(currentLang()) ? 0 : 1);
