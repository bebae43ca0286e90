import { pages, permissions } from '@sweepline/contract';
import type { Route } from './routes.tsx';

/** The knowledge base and agreements as their editors see them. Readers have a page of their own, without the shell. */
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
  {
    path: pages.agreements.path,
    allow: permissions.agreements,
    title: 'agreements',
    icon: 'report',
    group: 'service',
    page: () =>
      import('../../features/knowledge/agreements/agreement-list-page.tsx').then((m) => m.AgreementListPage),
  },
  {
    path: pages.agreement.path,
    allow: permissions.agreements,
    title: 'agreement',
    parent: pages.agreements.path,
    page: () => import('../../features/knowledge/agreements/agreement-page.tsx').then((m) => m.AgreementPage),
  },
];
