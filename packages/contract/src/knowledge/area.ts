export * from './agreement-values.ts';
export * from './agreements.ts';
export * from './article-categories.ts';
export * from './article-entry.ts';
export * from './article-values.ts';
export * from './articles.ts';
export * from './own-agreements.ts';
export * from './privacy.ts';
export * from './public-articles.ts';

import { agreementCalls } from './agreements.ts';
import { articleCategoryCalls } from './article-categories.ts';
import { articleCalls } from './articles.ts';
import { ownAgreementCalls } from './own-agreements.ts';
import { privacyCalls } from './privacy.ts';
import { publicArticleCalls } from './public-articles.ts';

/** Calls about the knowledge base, and about what people agree to. */
export const knowledgeArea = {
  articles: articleCalls,
  articleCategories: articleCategoryCalls,
  publicArticles: publicArticleCalls,
  agreements: agreementCalls,
  ownAgreements: ownAgreementCalls,
  privacy: privacyCalls,
};
