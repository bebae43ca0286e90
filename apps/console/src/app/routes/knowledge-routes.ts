import { pages, permissions } from '@sweepline/contract';
import type { Route } from './routes.tsx';

/** The knowledge base as its editors see it. Readers have a page of their own, without the shell. */
export const knowledgeRoutes: Route[] = [
  {
    path: pages.articles.path,
    allow: permissions.knowledge,
    title: 'articles',
    icon: 'bookmark',
    group: 'service',
    page: () =>
      import('../../features/knowledge/articles/article-list-page.tsx').then((m) => m.ArticleListPage),
  },
  {
    path: pages.article.path,
    allow: permissions.knowledge,
    title: 'article',
    parent: pages.articles.path,
    page: () => import('../../features/knowledge/articles/article-page.tsx').then((m) => m.ArticlePage),
  },
];
