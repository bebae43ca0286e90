import { topics } from '@sweepline/contract';
import { announcementAnswers } from './announcement-handlers.ts';

/** What this feature adds to the server. */
export const announcements = {
  calls: () => announcementAnswers,
  topics: () => [{ name: topics.announcement.name, allow: 'signedIn', message: topics.announcement.message }],
};
