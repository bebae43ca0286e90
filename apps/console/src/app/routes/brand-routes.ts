import { pages, permissions } from '@sweepline/contract';
import type { Route } from './routes.tsx';

/** How robots and pages of a company look and sound. */
export const brandRoutes: Route[] = [
  {
    path: pages.logos.path,
    allow: permissions.logos,
    title: 'logos',
    icon: 'brush',
    group: 'brand',
    page: () => import('../../features/brand/logos/logo-list-page.tsx').then((m) => m.LogoListPage),
  },
  {
    path: pages.customAudio.path,
    allow: permissions.customAudio,
    title: 'customAudio',
    icon: 'play',
    group: 'brand',
    page: () => import('../../features/brand/audio/custom-audio-page.tsx').then((m) => m.CustomAudioPage),
  },
];
