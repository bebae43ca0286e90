import type { Db } from '../../../platform/db/db.ts';
import type { RequestLimits } from '../../../platform/limits/request-limits.ts';
import type { Clock } from '../../../platform/runtime/clock.ts';
import { articleCategoryAnswers } from './article-category-handlers.ts';
import { articleAnswers } from './article-handlers.ts';
import { articleExpiryJob, articleReleaseJob } from './article-publish-service.ts';
import { createFeedbackLimit, publicArticleAnswers } from './public-article-handlers.ts';

/** What this feature adds to the server. */
export const articles = {
  calls: ({ limits }: { limits: Pick<RequestLimits, 'createLimit'> }) => [
    ...articleAnswers,
    ...articleCategoryAnswers,
    ...publicArticleAnswers(createFeedbackLimit(limits.createLimit)),
  ],
  jobs: ({ db, now }: { db: Db; now: Clock }) => [articleReleaseJob(db, now), articleExpiryJob(db, now)],
};
