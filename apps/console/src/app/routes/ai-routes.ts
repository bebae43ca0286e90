import { pages, permissions } from '@sweepline/contract';
import type { Route } from './routes.tsx';

/** Images that robots collect for training, what people mark on them, and what networks learn from that. */
export const aiRoutes: Route[] = [
  {
    path: pages.aiProjects.path,
    allow: permissions.aiCentre,
    title: 'aiProjects',
    icon: 'camera',
    group: 'ai',
    page: () =>
      import('../../features/ai/projects/ai-project-list-page.tsx').then((m) => m.AiProjectListPage),
  },
  {
    path: pages.aiProject.path,
    needsId: true,
    allow: permissions.aiCentre,
    title: 'aiProject',
    parent: pages.aiProjects.path,
    page: () => import('../../features/ai/projects/ai-project-page.tsx').then((m) => m.AiProjectPage),
  },
  {
    path: pages.aiImages.path,
    allow: permissions.aiImages,
    title: 'aiImages',
    icon: 'cards',
    group: 'ai',
    page: () => import('../../features/ai/images/ai-image-list-page.tsx').then((m) => m.AiImageListPage),
  },
  {
    path: pages.aiDatasets.path,
    allow: permissions.aiCentre,
    title: 'aiDatasets',
    icon: 'layers',
    group: 'ai',
    page: () => import('../../features/ai/datasets/dataset-list-page.tsx').then((m) => m.DatasetListPage),
  },
  {
    path: pages.aiTrainings.path,
    allow: permissions.aiTraining,
    title: 'aiTrainings',
    icon: 'play',
    group: 'ai',
    page: () => import('../../features/ai/training/training-list-page.tsx').then((m) => m.TrainingListPage),
  },
  {
    path: pages.aiTraining.path,
    needsId: true,
    allow: permissions.aiTraining,
    title: 'aiTraining',
    parent: pages.aiTrainings.path,
    page: () => import('../../features/ai/training/training-page.tsx').then((m) => m.TrainingPage),
  },
  {
    path: pages.aiModels.path,
    allow: permissions.aiModels,
    title: 'aiModels',
    icon: 'box',
    group: 'ai',
    page: () => import('../../features/ai/models/model-list-page.tsx').then((m) => m.ModelListPage),
  },
  {
    path: pages.aiModel.path,
    needsId: true,
    allow: permissions.aiModels,
    title: 'aiModel',
    parent: pages.aiModels.path,
    page: () => import('../../features/ai/models/model-page.tsx').then((m) => m.ModelPage),
  },
  {
    path: pages.aiAnnotate.path,
    needsId: true,
    allow: permissions.aiImages,
    title: 'aiAnnotate',
    parent: pages.aiImages.path,
    page: () => import('../../features/ai/images/annotate/annotate-page.tsx').then((m) => m.AnnotatePage),
  },
];
