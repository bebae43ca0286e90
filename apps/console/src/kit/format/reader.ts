import type { Profile } from '@sweepline/contract';
import { isTimeZone } from '@sweepline/contract/robot';
import { currentLang } from './lang.ts';
import { session } from '../api/session.ts';

/** The formatting choices of a display, which has no user. */
let pageProfile: Profile | undefined;

/** Sets the formatting choices of the page in place of the user's; undefined ends that. */
export const setPageProfile = (profile: Profile | undefined) => void (pageProfile = profile);

/** The formatting choices of the page or of the signed-in user. Empty before sign-in. */
export const readerProfile = (): Profile => pageProfile ?? session.user()?.profile ?? {};

/** Names that some browsers report and no call accepts, and the zones that IANA links them to. */
const linked: Readonly<Record<string, string>> = {
  CET: 'Europe/Brussels',
  MET: 'Europe/Brussels',
  EET: 'Europe/Athens',
  WET: 'Europe/Lisbon',
};
const knownZone = (zone: string) => linked[zone] ?? (isTimeZone(zone) ? zone : 'UTC');

export const browserZone = () => knownZone(Intl.DateTimeFormat().resolvedOptions().timeZone);

/** IANA name of the zone in which days and times are shown. */
export const readerZone = () => knownZone(readerProfile().timezone ?? browserZone());

/** Languages whose calendars begin the week with Sunday, unless the profile says otherwise. */
const sundayFirst = new Set(['en', 'ja', 'ko', 'zh-cw']);

/** First day of the week: 1 Monday, 6 Saturday, 7 Sunday. */
export const weekStart = () => readerProfile().weekStart ?? (sundayFirst.has(currentLang()) ? 7 : 1);
