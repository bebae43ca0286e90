import { noticeSettingAnswers } from './notice-setting-handlers.ts';

/** What this feature adds to the server. */
export const noticeSettings = {
  calls: ({ mailFrom }: { mailFrom?: string | undefined }) => noticeSettingAnswers(mailFrom !== undefined),
};
