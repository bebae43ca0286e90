export * from './article-categories.ts';
export * from './article-entry.ts';
export * from './article-values.ts';
export * from './articles.ts';
export * from './public-articles.ts';

import { articleCategoryCalls } from './article-categories.ts';
import { articleCalls } from './articles.ts';
import { publicArticleCalls } from './public-articles.ts';

/** Calls about the knowledge base. */
export const knowledgeArea = {
  articles: articleCalls,
  articleCategories: articleCategoryCalls,
  publicArticles: publicArticleCalls,
};
